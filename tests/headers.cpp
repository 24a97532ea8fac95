// The precompiled headers of all tests belong to a source file.
