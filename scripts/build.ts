/**
 * `npm run build`: the console and the compiled configuration as plain files in dist/, for a static host in
 * front of an existing API. The server serves the same console, and the configuration from memory.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { staticFiles } from '../src/core/compile/static-files.ts'
import { formatOrigin } from '../src/core/diagnostic/diagnostic.ts'
import { checkProject, hasErrors } from '../src/core/index.ts'
import { withTitle } from '../src/server/http/page-head.ts'
import { readConfigFolder } from '../src/server/start/configuration/config-folder.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = process.env['OUT_DIR'] ?? join(root, 'dist')

const checked = checkProject(await readConfigFolder(root))
if (hasErrors(checked.diagnostics)) {
  for (const d of checked.diagnostics)
    console.error(`${formatOrigin(d.origin)}  ${d.severity}  ${d.code}  ${d.message}`)
  process.exit(1)
}
await build({ root, logLevel: 'warn', build: { outDir: dist, emptyOutDir: true } })
const page = join(dist, 'index.html')
await writeFile(page, withTitle(await readFile(page, 'utf8'), checked.configuration.scope({}).app.title))
const files = staticFiles(checked.project, checked.configuration)
for (const file of files) {
  const path = join(dist, 'config', file.path)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, file.text, file.encoding ?? 'utf8')
}
console.log(`dist/: the console and ${files.length} configuration files`)
