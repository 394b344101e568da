import type { ReactNode } from 'react'
import type { Row } from '../../../core/contract/api.ts'
import { t } from '../../i18n/t.ts'
import { FieldBoundary } from '../../widgets/FieldBoundary.tsx'
import { isShown, type DrawnField, type DrawnSection } from './compile.ts'

export function Facts({ facts, row }: { facts: DrawnField[]; row: Row }) {
  if (facts.length === 0) return null
  return (
    <dl className="facts">
      {facts.filter((fact) => isShown(fact, row)).map((fact) => <div key={fact.field.name}><dt>{t(fact.field.label)}</dt><dd><Value of={fact} row={row} /></dd></div>)}
    </dl>
  )
}

export function SectionView({ section, row }: { section: DrawnSection; row: Row }) {
  const fields = section.fields.filter((field) => isShown(field, row))
  if (fields.length === 0) return null
  return (
    <section className="panel">
      <h2>{t(section.label)}</h2>
      <dl className="pairs">
        {fields.map((one) => (
          <div key={one.field.name} style={{ gridColumn: `span ${one.field.span ?? (one.wide ? 3 : 1)}` }}>
            <dt title={t(one.field.label)}>{t(one.field.label)}</dt>
            <dd><Value of={one} row={row} /></dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export function Value({ of: { field, draw }, row }: { of: DrawnField; row: Row }) {
  return <FieldBoundary><Drawn draw={() => draw(row[field.name], row)} /></FieldBoundary>
}
/** draws inside the boundary, so that what throws is caught there */
const Drawn = ({ draw }: { draw: () => ReactNode }): ReactNode => draw()
