import { part, type ConsoleApp } from '../../app/app.ts'

/**
 * A session that ends while a user works: the shell provides what asks for the password again. Calls that were refused
 * wait for it together and are sent again; nothing on the page is lost.
 */
type AskAgain = () => Promise<boolean>

const memory = part((): { askAgain?: AskAgain; asking?: Promise<boolean> } => ({}))

export function provideRelogin(app: ConsoleApp, askAgain: AskAgain | undefined): void {
  const kept = memory(app)
  delete kept.asking
  delete kept.askAgain
  if (askAgain) kept.askAgain = askAgain
}

/** true: there is a session of the same user again */
export async function sessionAgain(app: ConsoleApp): Promise<boolean> {
  const kept = memory(app)
  if (!kept.askAgain) return false
  kept.asking ??= kept.askAgain().finally(() => delete kept.asking)
  return kept.asking
}
