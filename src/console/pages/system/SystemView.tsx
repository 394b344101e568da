import { Suspense } from 'react'
import type { SystemPage } from '../../../core/contract/configuration.ts'
import { Missing } from '../../boundaries/Missing.tsx'
import type { ViewProps } from '../parts/view.ts'
import { SYSTEM_VIEWS } from './views.ts'

export function SystemView({ page }: ViewProps<SystemPage>) {
  const View = SYSTEM_VIEWS[page.view]
  return View ? (
    <Suspense fallback={null}>
      <View page={page} />
    </Suspense>
  ) : (
    <Missing what={page.view} origin={page.route} />
  )
}
