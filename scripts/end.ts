import { messageOf, StartRefusal } from '../src/server/start/settings/refusal.ts'

/** Runs a command; errors for the user are printed without a stack. */
export async function endWith(work: () => Promise<void>): Promise<never> {
  try {
    await work()
    process.exit(0)
  } catch (error) {
    console.error(error instanceof StartRefusal ? [error.message, ...error.details].join('\n') : messageOf(error))
    process.exit(error instanceof StartRefusal ? error.exitCode : 2)
  }
}
