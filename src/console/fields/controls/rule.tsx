import { useMemo, useState } from 'react'
import type { FieldFacts } from '../../../core/contract/configuration.ts'
import type { RuleFields } from '../../../core/contract/rules.ts'
import { RULE_FIELDS } from '../../data/calls/own-calls.ts'
import { useCall } from '../../data/http/query.ts'
import { Choose } from '../pickers/Choose.tsx'
import { t } from '../../i18n/t.ts'
import type { ControlProps } from '../values/definition.ts'
import { linesOf, textOf, type RuleLine, type RuleLines } from '../values/rules.ts'
import { plain } from '../values/text.ts'
import { RuleLineView } from './RuleLineView.tsx'
import { RuleTrialView } from './RuleTrialView.tsx'
import './rule.css'

/** Arguments that say whose records a rule chooses; undefined while another field of the record has not said it. */
export function ruleArgs({ rule }: Pick<FieldFacts, 'rule'>, over: unknown): Record<string, string> | undefined {
  if (rule?.entity !== undefined) return { entity: rule.entity }
  const kind = plain(over)
  return kind === '' ? undefined : { kind }
}

/** A rule, line by line or as text, tried on real records before it is saved. */
export function RuleControl({ id, field, over, value, onChange, disabled }: ControlProps) {
  const args = ruleArgs(field, over)
  const { data, error } = useCall<RuleFields>(args && RULE_FIELDS, args ?? {})
  const hint = !args ? '先选规则适用于哪一种，再写规则' : error ? '没有读到规则可用的字段' : data ? '' : '查询中…'
  if (!args || !data)
    return (
      <p id={id} tabIndex={-1} className="rule-hint">
        {t(hint)}
      </p>
    )
  return (
    <RuleEditor
      id={id ?? field.name}
      key={data.entity}
      known={data}
      args={args}
      text={plain(value)}
      onText={text => onChange?.(text)}
      disabled={disabled === true}
    />
  )
}

interface EditorProps {
  id: string
  known: RuleFields
  args: Record<string, string>
  text: string
  onText: (text: string) => void
  disabled: boolean
}

function RuleEditor({ id, known, args, text, onText, disabled }: EditorProps) {
  const kindOf = useMemo(() => {
    const kinds = new Map(known.fields.map(({ name, kind }) => [name, kind]))
    return (name: string) => kinds.get(name)
  }, [known])
  // a line that is not filled in yet would be lost in the text
  const [drawn, setDrawn] = useState<{ text: string; lines: RuleLines }>()
  const lines = drawn?.text === text ? drawn.lines : linesOf(text, kindOf)
  const [asText, setAsText] = useState(false)
  const put = (next: RuleLines) => {
    const written = textOf(next, kindOf)
    setDrawn({ text: written, lines: next })
    onText(written)
  }
  const isText = asText || !lines
  return (
    <div className="rule">
      {isText || !lines ? (
        <textarea
          id={id}
          className="input rule-text"
          rows={3}
          value={text}
          disabled={disabled}
          spellCheck={false}
          aria-label={t('规则表达式')}
          onChange={event => onText(event.target.value)}
        />
      ) : (
        <Lines id={id} known={known} rule={lines} put={put} disabled={disabled} />
      )}
      <div className="rule-tools">
        <button type="button" className="link" disabled={asText && !lines} onClick={() => setAsText(!isText)}>
          {isText ? t('逐行填写') : t('写表达式')}
        </button>
        {isText && !lines && <span className="weak">{t('这条规则不能逐行显示')}</span>}
        <RuleTrialView args={args} text={text} label={known.label} />
      </div>
    </div>
  )
}

interface LinesProps {
  id: string
  known: RuleFields
  rule: RuleLines
  put: (next: RuleLines) => void
  disabled: boolean
}

function Lines({ id, known, rule, put, disabled }: LinesProps) {
  const { join, lines } = rule
  const change = (at: number, next: RuleLine) => put({ join, lines: lines.map((line, i) => (i === at ? next : line)) })
  const first = known.fields[0]
  return (
    <>
      {lines.length > 1 && (
        <Choose
          className="rule-join"
          label={t('各行的关系')}
          value={join}
          disabled={disabled}
          choices={[
            ['all', t('各行都符合')],
            ['any', t('符合其中一行')],
          ]}
          onChange={next => put({ join: next, lines })}
        />
      )}
      {/* lines are identified by their place, because each change replaces all of them */}
      {lines.map((line, i) => (
        <RuleLineView
          key={i}
          id={`${id}.${i}`}
          nth={i + 1}
          known={known}
          line={line}
          disabled={disabled}
          onChange={next => change(i, next)}
          onRemove={() => put({ join, lines: lines.filter((_, one) => one !== i) })}
        />
      ))}
      <button
        type="button"
        id={id}
        className="button add"
        disabled={disabled || !first}
        onClick={() => put({ join, lines: [...lines, { field: '', operator: '==', value: undefined }] })}
      >
        {t('添加一行条件')}
      </button>
    </>
  )
}
