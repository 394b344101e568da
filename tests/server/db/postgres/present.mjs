// Is present as a server is, says so, and ends when its input does: in a process of its own, run by tsx.
import { bePresent } from '../../../../src/server/db/postgres/others.ts'

const [url] = process.argv.slice(2)
const end = await bePresent(url, 5000, {
  waits: () => console.log('waits'),
  fails: error => console.log(`fails: ${error}`),
})
console.log('present')
process.stdin.resume().once('end', () => void end().then(() => process.exit(0)))
