// The validator of glTF finds nothing to complain of: node gltf.mjs MODULES FILE.glb
import fs from 'node:fs';
import { createRequire } from 'node:module';

const [modules, path] = process.argv.slice(2);
const validator = createRequire(modules + '/')('gltf-validator');
const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(path)), { maxIssues: 20 });
const { numErrors, numWarnings, messages } = report.issues;
if (numErrors + numWarnings > 0) {
    console.error(JSON.stringify(messages, null, 1));
    process.exit(1);
}
console.log(`glTF validator ${validator.version()}: ${report.info.totalTriangleCount} triangles, no errors, no warnings`);
