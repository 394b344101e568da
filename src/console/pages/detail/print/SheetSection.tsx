import { useApp } from '../../../app/useApp.ts'
import type { Row } from '../../../../core/contract/api.ts'
import { t } from '../../../i18n/t.ts'
import { isShown, type DrawnSection } from '../sections/compile.ts'
import { Value } from '../sections/Sections.tsx'

/** Two label–value pairs a line; wide fields take a whole one. */
export function SheetSection({ section, row }: { section: DrawnSection; row: Row }) {
  const app = useApp()
  const fields = section.fields.filter(field => isShown(app, field, row))
  if (fields.length === 0) return null
  return (
    <section>
      <h3>{t(section.label)}</h3>
      <dl>
        {fields.map(one => (
          <div key={one.field.name} className={one.wide || (one.field.span ?? 1) > 1 ? 'wide' : ''}>
            <dt>{t(one.field.label)}</dt>
            <dd>
              <Value of={one} row={row} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
