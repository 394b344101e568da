import { useMemo } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { Row } from '../../../core/contract/api.ts'
import { currentConfig } from '../../data/config/config.ts'
import { definitionOf } from '../../fields/fields.ts'
import { blank } from '../../fields/values/text.ts'
import type { Standing } from './standing.ts'

/** Which record a form or a dialog is about, and where it stands. */
export function About({ name, standing, row }: { name?: string; standing: Standing; row: Row }) {
  const app = useApp()
  const { fields, dictionaries } = standing
  const drawn = useMemo(() => {
    const context = { dictionaries, fileBase: currentConfig(app).manifest.app.api.fileBase }
    return fields.map(field => ({ field, draw: definitionOf(field.kind).description(field, context) }))
  }, [app, fields, dictionaries])
  const said = drawn.filter(({ field }) => !blank(row[field.name]))
  if (!name && said.length === 0) return null
  return (
    <p className="about">
      {name && <b>{name}</b>}
      {said.map(({ field, draw }) => (
        <span key={field.name}>{draw(row[field.name], row)}</span>
      ))}
    </p>
  )
}
