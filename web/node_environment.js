// The command in node sees the environment that it was started with: folders of settings, PATH, the language.
Module["preRun"] = [].concat(Module["preRun"] || [], function () { Object.assign(ENV, process.env); });
