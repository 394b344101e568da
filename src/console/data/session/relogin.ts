import { part, type ConsoleApp } from '../../app/app.ts'

/**
 * When a session ends during work, the shell asks for the password in a dialog. Refused calls wait and are sent again,
 * so that nothing on the page is lost.
 */
type AskAgain = () => Promise<boolean>

const memory = part((): { askAgain?: AskAgain; asking?: Promise<boolean> } => ({}))

export function provideRelogin(app: ConsoleApp, askAgain: AskAgain | undefined): void {
  const kept = memory(app)
  delete kept.asking
  delete kept.askAgain
  if (askAgain) kept.askAgain = askAgain
}

/** resolves to true when the same user has signed in again */
export async function sessionAgain(app: ConsoleApp): Promise<boolean> {
  const kept = memory(app)
  if (!kept.askAgain) return false
  kept.asking ??= kept.askAgain().finally(() => delete kept.asking)
  return kept.asking
}
