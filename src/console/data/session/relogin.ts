/**
 * A session that ends while somebody works: whoever can ask for the password again is put in here by the
 * shell. Calls that were refused wait for it together and are sent again; nothing on the page is lost.
 */
type AskAgain = () => Promise<boolean>

let askAgain: AskAgain | undefined
let asking: Promise<boolean> | undefined

export function provideRelogin(next: AskAgain | undefined): void {
  askAgain = next
  asking = undefined
}

/** true: there is a session of the same user again */
export async function sessionAgain(): Promise<boolean> {
  if (!askAgain) return false
  asking ??= askAgain().finally(() => {
    asking = undefined
  })
  return asking
}
