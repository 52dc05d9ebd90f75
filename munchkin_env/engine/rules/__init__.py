"""The rule sheet, one file per section; the files do not know each other."""
