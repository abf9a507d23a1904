package archive

// OpenBase is openBase.
var OpenBase = &openBase
