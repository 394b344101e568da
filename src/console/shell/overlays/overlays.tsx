import { lazy, useEffect, useState } from 'react'
import { useApp } from '../../app/useApp.ts'
import { currentConfig } from '../../data/config/config.ts'
import { provideFeedback } from '../../feedback/notice.ts'
import { provideRelogin } from '../../data/session/relogin.ts'
import type { FeedbackPart } from './feedback-part.ts'
import { Part } from '../../boundaries/Part.tsx'
import { missingPart } from '../../boundaries/missing-part.ts'
import { provideDialogs, type AskSpec } from '../../feedback/dialogs.ts'

const Feedback = lazy(async () => ({ default: (await import('./Feedback.tsx')).Feedback }))
const AskDialog = lazy(async () => ({ default: (await import('../../forms/AskDialog.tsx')).AskDialog }))
const Relogin = lazy(async () => ({ default: (await import('../../signin/Relogin.tsx')).Relogin }))

/** Messages, questions and dialogs; loaded at the first one. */
export function Overlays() {
  const app = useApp()
  const [onReady, setOnReady] = useState<((part: FeedbackPart) => void) | undefined>()
  const [asking, setAsking] = useState<{ spec: AskSpec; id: number } | undefined>()
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
    provideFeedback(app, () => new Promise(resolve => setOnReady(() => resolve)))
    provideDialogs(app, spec => {
      void import('../../forms/AskDialog.tsx')
        .then(({ prepareAsk }) => prepareAsk(spec))
        .then(
          () => setAsking(before => ({ spec, id: (before?.id ?? 0) + 1 })),
          () => missingPart(app).set(true),
        )
    })
  }, [app])
  return (
    <>
      <Part>{onReady && <Feedback onReady={onReady} />}</Part>
      <Part>{asking && <AskDialog key={asking.id} spec={asking.spec} onClose={() => setAsking(undefined)} />}</Part>
      <Part>{ended && <Relogin onDone={ended} />}</Part>
    </>
  )
}
