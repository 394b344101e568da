import { lazy, Suspense, useEffect, useState } from 'react'
import { provideFeedback } from '../data/notice.ts'
import type { FeedbackPart } from './feedback-part.ts'
import { provideDialogs, type AskSpec } from '../pages/dialogs.ts'

const Feedback = lazy(async () => ({ default: (await import('./Feedback.tsx')).Feedback }))
const AskDialog = lazy(async () => ({ default: (await import('../forms/AskDialog.tsx')).AskDialog }))

/** Messages, questions and dialogs: nothing of them is loaded before the first one. */
export function Overlays() {
  const [onReady, setOnReady] = useState<((part: FeedbackPart) => void) | undefined>()
  const [asking, setAsking] = useState<{ spec: AskSpec; id: number } | undefined>()
  useEffect(() => {
    provideFeedback(() => new Promise((resolve) => setOnReady(() => resolve)))
    provideDialogs((spec) => {
      void import('../forms/AskDialog.tsx').then(({ prepareAsk }) => prepareAsk(spec)).then(() => setAsking({ spec, id: Date.now() }))
    })
  }, [])
  return (
    <Suspense fallback={null}>
      {onReady && <Feedback onReady={onReady} />}
      {asking && <AskDialog key={asking.id} spec={asking.spec} onClose={() => setAsking(undefined)} />}
    </Suspense>
  )
}
