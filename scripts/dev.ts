/** `npm run dev`: the server, started anew when its code changes, and the console with hot reloading in front of it. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const apiPort = process.env['API_PORT'] ?? '8080'
process.env['API_PORT'] = apiPort

const api = spawn(
  process.execPath,
  [
    '--import',
    'tsx',
    '--watch-path=src/server',
    '--watch-path=src/core',
    '--watch-preserve-output',
    'scripts/start.ts',
    '--no-build',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: apiPort },
  },
)
const vite = await createServer({ root, server: { port: Number(process.env['PORT'] ?? 5173) } })
await vite.listen()
vite.printUrls()

const stop = async (): Promise<void> => {
  api.kill('SIGTERM')
  await vite.close()
  process.exit(0)
}
process.once('SIGINT', () => void stop())
process.once('SIGTERM', () => void stop())
api.once('exit', code => {
  if (code !== null && code !== 0) process.exit(code)
})
