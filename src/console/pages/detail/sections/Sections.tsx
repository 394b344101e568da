import type { ReactNode } from 'react'
import { useApp } from '../../../app/useApp.ts'
import { REVEALABLE, type Row } from '../../../../core/contract/api.ts'
import type { EntityFacts } from '../../../../core/contract/configuration.ts'
import { t } from '../../../i18n/t.ts'
import { FieldBoundary } from '../../../boundaries/FieldBoundary.tsx'
import { isShown, type DrawnField, type DrawnSection } from './compile.ts'
import { Revealable } from './Revealable.tsx'

export function Facts({ facts, row, entity }: { facts: DrawnField[]; row: Row; entity: EntityFacts }) {
  const app = useApp()
  if (facts.length === 0) return null
  return (
    <dl className="facts">
      {facts
        .filter(fact => isShown(app, fact, row))
        .map(fact => (
          <div key={fact.field.name}>
            <dt>{t(fact.field.label)}</dt>
            <dd>
              <ScreenValue of={fact} row={row} entity={entity} />
            </dd>
          </div>
        ))}
    </dl>
  )
}

export function SectionView({ section, row, entity }: { section: DrawnSection; row: Row; entity: EntityFacts }) {
  const app = useApp()
  const fields = section.fields.filter(field => isShown(app, field, row))
  if (fields.length === 0) return null
  return (
    <section className={section.half ? 'panel half' : 'panel'}>
      <h2>{t(section.label)}</h2>
      <dl className="pairs">
        {fields.map(one => (
          <div key={one.field.name} style={{ gridColumn: `span ${one.field.span ?? (one.wide ? 3 : 1)}` }}>
            <dt title={t(one.field.label)}>{t(one.field.label)}</dt>
            <dd>
              <ScreenValue of={one} row={row} entity={entity} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** As in print, but masked values can be revealed. */
function ScreenValue({ of, row, entity }: { of: DrawnField; row: Row; entity: EntityFacts }) {
  const names = row[REVEALABLE]
  const value = <Value of={of} row={row} />
  if (!Array.isArray(names) || !names.includes(of.field.name)) return value
  const key = String(row[entity.key])
  return (
    <Revealable key={key} of={{ entity: entity.name, key, field: of.field.name }} label={of.field.label}>
      {value}
    </Revealable>
  )
}

export function Value({ of: { field, draw }, row }: { of: DrawnField; row: Row }) {
  return (
    <FieldBoundary>
      <Drawn draw={() => draw(row[field.name], row)} />
    </FieldBoundary>
  )
}
/** called within the error boundary, so that the boundary catches errors of `draw` */
const Drawn = ({ draw }: { draw: () => ReactNode }): ReactNode => draw()
