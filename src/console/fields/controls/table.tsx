import type { ComponentType } from 'react'
import type { FieldKind } from '../../../core/model/documents.ts'
import type { DictionaryEntries, FieldFacts } from '../../../core/contract/configuration.ts'
import { initialOf } from '../../../core/contract/form-rules.ts'
import type { ConsoleApp } from '../../app/app.ts'
import { useApp } from '../../app/useApp.ts'
import { evaluate } from '../../data/config/expressions.ts'
import { fillingScope } from '../../data/config/scope.ts'
import { headOf, t } from '../../i18n/t.ts'
import type { ControlProps } from '../values/definition.ts'
import { problemOf } from '../values/problems.ts'
import { plain, rowsOf } from '../values/text.ts'
import { AreaControl } from './area.tsx'
import { FlagControl, NumberControl, SelectControl, TextControl } from './basic.tsx'
import { DateControl, DateTimeControl } from './dates.tsx'
import { RefControl } from './ref.tsx'
import { UploadControl } from './upload.tsx'

const CONTROLS: Partial<Record<FieldKind, ComponentType<ControlProps>>> = {
  int: NumberControl,
  decimal: NumberControl,
  money: NumberControl,
  percent: NumberControl,
  date: DateControl,
  datetime: DateTimeControl,
  flag: FlagControl,
  dict: SelectControl,
  status: SelectControl,
  area: AreaControl,
  ref: RefControl,
  image: UploadControl,
  file: UploadControl,
}
const NONE: DictionaryEntries = []
type Cells = Record<string, unknown>

function fresh(app: ConsoleApp, columns: FieldFacts[]): Cells {
  const scope = fillingScope(app)
  return Object.fromEntries(
    columns.map(column => [column.name, initialOf(column, text => evaluate(text, column.origin, scope)) ?? null]),
  )
}

/**
 * Rows within the record: added, edited and removed in place, saved with the record. Rows of which some columns are
 * written by the server are the server's: only the other columns are filled in.
 */
export function TableControl({ id, field, dictionaries, value, onChange, disabled, status }: ControlProps) {
  const app = useApp()
  const rows = rowsOf(value)
  const columns = field.fields ?? []
  const isGiven = columns.some(({ readOnly }) => readOnly === true)
  const put = (at: number, name: string, cell: unknown) =>
    onChange?.(rows.map((row, i) => (i === at ? { ...row, [name]: cell } : row)))
  return (
    <div className="table-control">
      {rows.length > 0 && (
        <table className="sub-table">
          <Head columns={columns} isGiven={isGiven} />
          <tbody>
            {/* rows are identified by their index, because each change replaces all of them */}
            {rows.map((row, i) => (
              <tr key={i}>
                <td className="right num weak">{i + 1}</td>
                {columns.map(column => (
                  <td key={column.name} aria-label={t(column.label)}>
                    <Cell
                      id={`${id}.${i}.${column.name}`}
                      column={column}
                      dictionaries={dictionaries}
                      row={row}
                      judged={status === 'error'}
                      disabled={disabled}
                      onChange={cell => put(i, column.name, cell)}
                    />
                  </td>
                ))}
                {!isGiven && (
                  <Remove disabled={disabled} onClick={() => onChange?.(rows.filter((_, one) => one !== i))} />
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isGiven ? (
        <span id={id} className="weak">
          {rows.length === 0 && t('还没有内容')}
        </span>
      ) : (
        <Add id={id} disabled={disabled} onClick={() => onChange?.([...rows, fresh(app, columns)])} />
      )}
    </div>
  )
}

const Head = ({ columns, isGiven }: { columns: FieldFacts[]; isGiven: boolean }) => (
  <thead>
    <tr>
      <th scope="col" className="right">
        {t('序号')}
      </th>
      {columns.map(column => (
        <th key={column.name} scope="col">
          {column.required === true && <em aria-hidden="true">*</em>}
          {headOf(column)}
        </th>
      ))}
      {!isGiven && <th scope="col">{t('操作')}</th>}
    </tr>
  </thead>
)

interface ButtonProps {
  disabled: boolean | undefined
  onClick: () => void
}

const Remove = ({ disabled, onClick }: ButtonProps) => (
  <td>
    <button type="button" className="link danger" disabled={disabled} onClick={onClick}>
      {t('删除')}
    </button>
  </td>
)

const Add = ({ id, disabled, onClick }: ButtonProps & { id: string | undefined }) => (
  <button type="button" id={id} className="button add" aria-label={t('添加一行')} disabled={disabled} onClick={onClick}>
    {t('添加一行')}
  </button>
)

interface CellProps {
  id: string
  column: FieldFacts
  dictionaries: Record<string, DictionaryEntries> | undefined
  row: Cells
  /** the table has been validated and has errors: cells show theirs */
  judged: boolean
  disabled: boolean | undefined
  onChange: (value: unknown) => void
}

function Cell({ id, column, dictionaries, row, judged, disabled, onChange }: CellProps) {
  const Control = CONTROLS[column.kind] ?? TextControl
  const value = row[column.name]
  const entries = dictionaries?.[column.dict ?? ''] ?? NONE
  if (column.readOnly === true) return <>{t(entries.find(([key]) => key === value)?.[1] ?? plain(value))}</>
  const problem = judged ? problemOf(column, value, column.required === true) : undefined
  return (
    <Control
      id={id}
      field={column}
      entries={entries}
      value={value}
      onChange={onChange}
      disabled={disabled ?? false}
      status={problem ? 'error' : undefined}
    />
  )
}
