import { useEffect, useState, type ComponentType } from 'react'
import { useApp } from '../../app/useApp.ts'
import { currentConfig } from '../../data/config/config.ts'
import { provideFeedback } from '../../feedback/notice.ts'
import { provideRelogin } from '../../data/session/relogin.ts'
import { reach } from '../../boundaries/chunk.ts'
import { Part } from '../../boundaries/Part.tsx'
import { provideDialogs, type AskSpec } from '../../feedback/dialogs.ts'
import { feedback } from './feedback.ts'
import { Notices } from './Notices.tsx'
import { Questions } from './Questions.tsx'
import { lazyPart } from '../../boundaries/lazyPart.ts'

const Relogin = lazyPart(async () => ({ default: (await import('../../signin/Relogin.tsx')).Relogin }))

interface Asking {
  spec: AskSpec
  id: number
  Dialog: ComponentType<{ spec: AskSpec; onClose: () => void }>
}

/** Messages and questions, and the dialogs that are loaded at the first one. */
export function Overlays() {
  const app = useApp()
  const [asking, setAsking] = useState<Asking | undefined>()
  const [ended, setEnded] = useState<(() => void) | undefined>()
  useEffect(() => {
    if (currentConfig(app).boot)
      provideRelogin(
        app,
        () =>
          new Promise(resolve =>
            setEnded(() => () => {
              setEnded(undefined)
              resolve(true)
            }),
          ),
      )
    provideFeedback(app, feedback(app))
    provideDialogs(app, spec =>
      reach(
        app,
        async () => {
          const { AskDialog, prepareAsk } = await import('../../forms/AskDialog.tsx')
          await prepareAsk(spec)
          return AskDialog
        },
        Dialog => setAsking(before => ({ spec, Dialog, id: (before?.id ?? 0) + 1 })),
      ),
    )
  }, [app])
  return (
    <>
      <Notices />
      <Questions />
      <Part>{asking && <asking.Dialog key={asking.id} spec={asking.spec} onClose={() => setAsking(undefined)} />}</Part>
      <Part>{ended && <Relogin onDone={ended} />}</Part>
    </>
  )
}
