import { useMemo } from 'react'
import type { Row } from '../../../core/contract/api.ts'
import type { Action, DetailField, DetailPage, Section } from '../../../core/contract/configuration.ts'
import { currentConfig } from '../../data/config.ts'
import { evaluate } from '../../data/expressions.ts'
import type { Draw, DrawContext } from '../../fields/definition.ts'
import { definitionOf } from '../../fields/fields.ts'
import { plain } from '../../fields/text.ts'
import { t } from '../../i18n/t.ts'
import { LoadError } from '../list/ListStates.tsx'
import type { ViewProps } from '../list/ListView.tsx'
import { ActionButton } from '../list/Toolbar.tsx'
import { useGo } from '../navigation.ts'
import { PageHead } from '../PageHead.tsx'
import { at, expressionScope, isDisabled, isVisible } from '../scope.ts'
import { useActions } from '../useActions.ts'
import { useDetailController } from './useDetailController.ts'

export function DetailView({ page, search }: ViewProps<DetailPage>) {
  const { row, status, error, retry } = useDetailController(page, search)
  const go = useGo()
  const back = () => go.back(`/${page.of ?? ''}`)
  const drawn = useMemo(() => compileDetail(page), [page])
  return (
    <section className="page detail">
      <PageHead page={page}><button type="button" className="link back" onClick={back}>{t('返回')}</button></PageHead>
      {status === 'loading' && <div className="skeleton" aria-busy="true">{Array.from({ length: 8 }, (_, i) => <span key={i} />)}</div>}
      {status === 'missing' && <div className="state"><p>{t('没有这条{entity}，它可能已被删除，或不在您的管辖范围', { entity: t(page.entity.label) })}</p><button type="button" className="button" onClick={back}>{t('返回')}</button></div>}
      {status === 'error' && <LoadError what={t(page.title)} error={error} onRetry={retry} />}
      {status === 'ready' && row && (
        <div className="detail-body">
          <Head page={page} row={row} facts={drawn.facts} onGone={back} />
          {drawn.sections.map((section) => <SectionView key={section.name} section={section} row={row} />)}
        </div>
      )}
    </section>
  )
}

interface DrawnField { field: DetailField; draw: Draw; wide: boolean }
type DrawnSection = Pick<Section<DrawnField>, 'name' | 'label' | 'help' | 'fields'>

function compileDetail(page: DetailPage): { facts: DrawnField[]; sections: DrawnSection[] } {
  const context: DrawContext = { dictionaries: page.dictionaries, fileBase: currentConfig().manifest.app.api.fileBase }
  const drawn = (field: DetailField): DrawnField => {
    const definition = definitionOf(field.kind)
    return { field, draw: definition.description(field, context), wide: definition.wide ?? false }
  }
  return { facts: page.facts.map(drawn), sections: page.sections.map((section) => ({ ...section, fields: section.fields.map(drawn) })) }
}

const isShown = ({ field }: DrawnField, row: Row): boolean =>
  !field.visible || evaluate(field.visible, field.origin, { ...expressionScope(), row }) === true

function Head({ page, row, facts, onGone }: { page: DetailPage; row: Row; facts: DrawnField[]; onGone: () => void }) {
  const run = useActions(page)
  const actions = at(page.actions, 'page').concat(at(page.actions, 'row').filter((action) => !action.on.includes('page')))
  // after a delete there is nothing left to stand on
  const after = (action: Action) => () => { if (action.danger) onGone() }
  return (
    <header className="detail-head">
      <div className="detail-name">
        <h1>{plain(row[page.entity.title]) || t(page.title)}</h1>
        <span className="space" />
        {actions.filter((action) => isVisible(action, row)).map((action) => (
          <ActionButton key={action.name} action={action} disabled={isDisabled(action, row)} onClick={() => run(action, [row], after(action))} />
        ))}
      </div>
      {facts.length > 0 && (
        <dl className="facts">
          {facts.filter((fact) => isShown(fact, row)).map(({ field, draw }) => (
            <div key={field.name}><dt>{t(field.label)}</dt><dd>{draw(row[field.name], row)}</dd></div>
          ))}
        </dl>
      )}
    </header>
  )
}

function SectionView({ section, row }: { section: DrawnSection; row: Row }) {
  const fields = section.fields.filter((field) => isShown(field, row))
  if (fields.length === 0) return null
  return (
    <section className="panel">
      <h2>{t(section.label)}</h2>
      <dl className="pairs">
        {fields.map(({ field, draw, wide }) => (
          <div key={field.name} style={{ gridColumn: `span ${field.span ?? (wide ? 3 : 1)}` }}>
            <dt title={t(field.label)}>{t(field.label)}</dt>
            <dd>{draw(row[field.name], row)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
