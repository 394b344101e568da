import { Ground, type Kind } from './ground.ts'
import type { Losses } from './ledger.ts'
import { inOneLine, sleep, type Line } from './report.ts'

const WRITERS = 4
/** In every fifth round PostgreSQL itself is killed, as by a power cut. */
const DATABASE_TOO = 5

/**
 * One round: kills the process at a random moment while users save and upload, restarts it, and repeats the requests
 * without an answer.
 */
async function round(ground: Ground, number: number): Promise<void> {
  const { ledger, person } = ground
  const writing = ledger.writers(Array<typeof person>(WRITERS).fill(person))
  const uploading = person.upload(`${number}.txt`, new Blob(['证据'.repeat(2000)])).then(
    ({ status, body }) => {
      if (status === 200 && body.data) ledger.uploads.push(body.data.id)
    },
    () => {},
  )
  await sleep(200 + Math.random() * 1200)
  const isDatabase = ground.postgres !== undefined && number % DATABASE_TOO === 0
  if (isDatabase) await ground.postgres?.end('SIGKILL')
  await ground.server.stop('SIGKILL')
  await Promise.all([writing.stop(), uploading])
  if (isDatabase) await ground.postgres?.start()
  await ground.start()
  await ledger.again(person)
}

const say = ({ lost, half, twice, uploads }: Losses): string =>
  `${lost} lost, ${half} half, ${twice} twice, ${uploads} of the uploads lost`

export async function kills(kind: Kind, rounds: number): Promise<Line[]> {
  const ground = await Ground.open(kind)
  let done = 0
  try {
    for (; done < rounds; done++) {
      await round(ground, done + 1)
      if ((done + 1) % 10 === 0)
        console.log(`  ${kind}: ${done + 1} rounds, ${ground.ledger.acknowledged.size} saves acknowledged`)
    }
    const losses = await ground.losses()
    const isWell =
      ground.ledger.acknowledged.size > 0
      && Object.values(losses).every(count => count === 0)
      && ground.ledger.unanswered === 0
    return [
      {
        what: `kill -9, ${kind}: ${rounds} rounds`,
        came: `${ground.ledger.acknowledged.size} saves and ${ground.ledger.uploads.length} uploads acknowledged: ${say(losses)}`,
        isWell,
      },
    ]
  } catch (error) {
    return [
      {
        what: `kill -9, ${kind}: ${done} of ${rounds} rounds`,
        came: `${inOneLine(error)}; ${inOneLine(ground.server.output.slice(-300))}`,
        isWell: false,
      },
    ]
  } finally {
    await ground.close()
  }
}
