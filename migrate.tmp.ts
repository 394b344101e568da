import { readFileSync, writeFileSync, readdirSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from './src/core/migrate/migrate.ts'
const root = process.argv[2]!,
  folders = process.argv.slice(3)
const files: { path: string; text: string }[] = []
const walk = (d: string) => {
  if (!existsSync(join(root, d))) return
  for (const e of readdirSync(join(root, d), { withFileTypes: true })) {
    const p = `${d}/${e.name}`
    if (p.startsWith('schemas/meta')) continue
    if (e.isDirectory()) walk(p)
    else if (/\.ya?ml$/.test(e.name)) files.push({ path: p, text: readFileSync(join(root, p), 'utf8') })
  }
}
for (const f of folders) walk(f)
const { files: changed } = migrate(files, d => console.log(d.origin, d.message))
for (const f of changed) writeFileSync(join(root, f.path), f.text)
console.log(root, files.length, changed.length)
