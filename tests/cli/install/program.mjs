// The program of a small release: it does what an upgrade asks of one, and stands still where the test says so
// (`hold-<step>` in the folder STEPS), after it has said that it has come to that step (`at-<step>`).
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { basename, dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const [command, folder] = process.argv.slice(2)
const { STEPS, DATA_DIR, PORT } = process.env
const release = basename(dirname(dirname(process.argv[1])))

async function step(name) {
  appendFileSync(`${STEPS}/steps`, `${release} ${name}\n`)
  writeFileSync(`${STEPS}/at-${name}`, String(process.pid))
  while (existsSync(`${STEPS}/hold-${name}`)) await pause(10)
}

if (command === 'backup') {
  mkdirSync(`${folder}.part`)
  await step('backup')
  renameSync(`${folder}.part`, folder)
} else if (command === 'start') {
  const isTrial = PORT === '0'
  if (existsSync(`${DATA_DIR}/lock`)) {
    console.error('in use')
    process.exit(1)
  }
  writeFileSync(`${DATA_DIR}/lock`, '')
  process.once('SIGTERM', () => {
    rmSync(`${DATA_DIR}/lock`)
    process.exit(0)
  })
  const server = createServer((_asked, answer) => answer.end())
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  await step(isTrial ? 'trial' : 'start')
  const url = `http://127.0.0.1:${server.address().port}`
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const began = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  const note = { pid: process.pid, began, url, version: release, folder: '', since: '', database: 'embedded' }
  writeFileSync(`${DATA_DIR}/server.json`, JSON.stringify(note))
  console.log(`running at ${url}`)
}
