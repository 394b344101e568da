import { messageOf, StartRefusal } from '../src/server/start/settings/refusal.ts'

/** Runs a command; what refuses is told in words, without the inside. */
export async function endWith(work: () => Promise<void>): Promise<never> {
  try {
    await work()
    process.exit(0)
  } catch (error) {
    console.error(error instanceof StartRefusal ? [error.message, ...error.details].join('\n') : messageOf(error))
    process.exit(error instanceof StartRefusal ? error.exitCode : 2)
  }
}
