// The bytes of some files together when compressed with brotli: node brotli.mjs FILE...
import fs from 'node:fs';
import zlib from 'node:zlib';

const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 9 };
const sizes = process.argv
  .slice(2)
  .map((file) => zlib.brotliCompressSync(fs.readFileSync(file), { params }).length);
console.log(sizes.reduce((sum, size) => sum + size, 0));
