import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { precompress } from '../src/server/start/folders/precompress.ts'
import { messageOf, StartRefusal } from '../src/server/start/settings/refusal.ts'
import { serve } from './serve.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Sources of the built console. */
const SOURCES = [
  'src/main.ts',
  'src/console',
  'src/supervision/console',
  'src/core',
  'index.html',
  'vite.config.ts',
  'scripts/chunks.ts',
  'scripts/floor',
  'package-lock.json',
]

function newest(path: string): number {
  if (!existsSync(path)) return 0
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map(name => newest(join(path, name))))
}

/** Builds the console if there is none, or if its sources are newer. */
async function buildConsole(): Promise<void> {
  const built = join(root, 'dist', 'index.html')
  if (!existsSync(join(root, 'index.html'))) return
  if (existsSync(built) && statSync(built).mtimeMs >= Math.max(...SOURCES.map(source => newest(join(root, source)))))
    return
  console.log('正在构建控制台 / building the console …')
  const { build } = await import('vite')
  await build({ root, logLevel: 'warn' }).catch((error: unknown) => {
    throw new StartRefusal(`控制台构建失败：${messageOf(error)}`, 'The console could not be built.', [], 2)
  })
}

await serve(root, {
  before: async () => {
    if (!process.argv.includes('--no-build')) await buildConsole()
    if (!process.argv.includes('--build')) return
    await precompress(join(root, 'dist'))
    process.exit(0)
  },
})
