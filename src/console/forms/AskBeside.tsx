import { Suspense } from 'react'
import { useApp } from '../app/useApp.ts'
import { currentConfig } from '../data/config/config.ts'
import type { AskSpec } from '../feedback/dialogs.ts'
import { t } from '../i18n/t.ts'
import { lazyPart } from '../boundaries/lazyPart.ts'

const BesideView = lazyPart(async () => ({ default: (await import('../pages/detail/BesideView.tsx')).BesideView }))

/** The record that a dialog decides about, to be read beside what is asked for. */
export function AskBeside({ beside }: { beside: NonNullable<AskSpec['beside']> }) {
  const app = useApp()
  return (
    <aside className="beside ask-beside" aria-label={t(currentConfig(app).manifest.pages[beside.route]?.title ?? '')}>
      <Suspense fallback={null}>
        <BesideView route={beside.route} recordKey={beside.key} />
      </Suspense>
    </aside>
  )
}
