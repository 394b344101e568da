import type { ConsoleApp } from '../app/app.ts'
import { AppContext } from '../app/useApp.ts'
import { createForm } from '@formily/core'
import { FormProvider } from '@formily/react'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import type { FormField } from '../../core/contract/configuration.ts'
import type { FieldKind } from '../../core/model/documents.ts'
import { Awake } from '../fields/pickers/Touch.tsx'
import { Antd } from '../theme/Antd.tsx'
import { loadControls } from './fields/controls.ts'
import { FieldView } from './fields/FieldView.tsx'
import { linkageOf } from './fields/linkage.ts'

/**
 * antd generates a component's styles when the first instance is drawn, and drops them with the last: the first use of
 * each form's selects would be slow. This keeps one hidden field of each kind outside the document, drawn while the
 * browser is idle.
 */
export function createWarmUp(app: ConsoleApp): (kind: FieldKind) => Promise<void> {
  const root = createRoot(document.createElement('div'))
  const form = createForm()
  const fields: FormField[] = []
  const linkage = linkageOf(app, () => form, [])
  return async kind => {
    const field: FormField = { name: kind, kind, label: '', origin: 'warm-up' }
    await loadControls([field])
    fields.push(field)
    // low priority: a click goes first
    startTransition(() =>
      root.render(
        <AppContext value={app}>
          <Antd>
            <Awake value>
              <FormProvider form={form}>
                {fields.map(one => (
                  <FieldView key={one.name} field={one} dictionaries={{}} idPrefix="warm-up" linkage={linkage} />
                ))}
              </FormProvider>
            </Awake>
          </Antd>
        </AppContext>,
      ),
    )
  }
}
