// Required by all rings of mocha: compiles the tests. An option of Node would do, but the threads and processes that a test
// starts would inherit: loading the compiler takes longer than their own work.
const commonJs = require('tsx/cjs/api');
const modules = require('tsx/esm/api');

commonJs.register();
// This serves `import()`.
modules.register();
