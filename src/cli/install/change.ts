/** The order in which a release takes the place of another, and the way back; what each step does is handed in. */
export interface Steps {
  /** ends the server; whether there was one */
  stop(): Promise<boolean>
  /** where the backup lies; nothing where none is wanted */
  backUp(): Promise<string | undefined>
  /** starts a release aside, which brings the tables to what it needs, and ends it; what is wrong, if anything */
  tryOut(release: string): Promise<string | undefined>
  /** returns what takes it back */
  switchTo(release: string, before: string): () => void
  /** starts the server; what is wrong, if anything */
  start(release: string): Promise<string | undefined>
  /** refused where others are connected, or somebody has changed something since */
  restore(backup: string): Promise<void>
  say(what: Step, more?: string): void
}
export type Step = 'stopped' | 'backed-up' | 'tried' | 'switched' | 'started' | 'failed' | 'restored' | 'kept' | 'back'

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function refuse(trouble: string | undefined): void {
  if (trouble !== undefined) throw new Error(trouble)
}

/**
 * Whether the new release is in use now. Where it is not, the one from before is, and the data is as it was before, or
 * as it is: what was entered meanwhile is not taken back.
 */
export async function change(steps: Steps, before: string, next: string): Promise<boolean> {
  const wasRunning = await steps.stop()
  if (wasRunning) steps.say('stopped')
  let backup: string | undefined
  let switchBack: (() => void) | undefined
  try {
    backup = await steps.backUp()
    if (backup !== undefined) steps.say('backed-up', backup)
    refuse(await steps.tryOut(next))
    steps.say('tried')
    switchBack = steps.switchTo(next, before)
    steps.say('switched', next)
    if (wasRunning) {
      refuse(await steps.start(next))
      steps.say('started')
    }
    return true
  } catch (error) {
    steps.say('failed', messageOf(error))
    await goBack(steps, before, { wasRunning, backup, switchBack })
    return false
  }
}

interface Done {
  wasRunning: boolean
  backup: string | undefined
  switchBack: (() => void) | undefined
}

/** What cannot be undone is told, and the rest is undone all the same: nobody is left without a server. */
async function goBack(steps: Steps, before: string, { wasRunning, backup, switchBack }: Done): Promise<void> {
  const attempt = async (undo: () => unknown): Promise<boolean> => {
    try {
      await undo()
      return true
    } catch (error) {
      steps.say('failed', messageOf(error))
      return false
    }
  }
  if (switchBack) {
    await attempt(steps.stop)
    await attempt(switchBack)
  }
  if (backup !== undefined) {
    const isRestored = await attempt(() => steps.restore(backup))
    steps.say(isRestored ? 'restored' : 'kept', backup)
  }
  const isBack = !wasRunning || (await attempt(async () => refuse(await steps.start(before))))
  if (isBack) steps.say('back')
}
