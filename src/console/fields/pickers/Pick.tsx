import Select from 'antd/es/select'
import type { KeyboardEvent, ReactElement } from 'react'
import { Antd } from '../../theme/Antd.tsx'
import { t } from '../../i18n/t.ts'
import type { Choice } from '../../data/choices.ts'
import { withFailed } from './Failed.tsx'
import type { TouchedProps } from './Touch.tsx'

export interface PickProps extends Partial<TouchedProps> {
  id?: string | undefined
  choices: Choice[]
  multiple: boolean
  value: string[]
  onChange: (keys: string[]) => void
  placeholder?: string
  loading?: boolean | undefined
  /** set if the choices could not be loaded: loads them again */
  onRetry?: (() => void) | undefined
  /** not all choices are loaded */
  more?: boolean | undefined
  /** searches for further choices by text */
  onSearch?: ((text: string) => void) | undefined
  /** name of a chosen key that is not among the loaded choices */
  nameOf?: ((key: string) => string | undefined) | undefined
  disabled?: boolean | undefined
  status?: 'error' | undefined
}

/**
 * Filters the loaded choices as the server would, so that Enter cannot choose a non-matching one while an answer is
 * pending.
 */
const matches = (typed: string, option: Choice | undefined): boolean =>
  Boolean(option?.label.toLowerCase().includes(typed.trim().toLowerCase()))

interface Menu {
  loading: boolean | undefined
  onRetry: (() => void) | undefined
  more: boolean | undefined
}

/** Content below the choices: an error with retry, or the hint to type for more. */
function below({ onRetry, more, loading }: Menu): object {
  const empty = onRetry
    ? { notFoundContent: <></> }
    : loading
      ? { notFoundContent: <span role="status">{t('查询中…')}</span> }
      : {}
  if (onRetry) return { ...empty, popupRender: (menu: ReactElement) => withFailed(menu, onRetry) }
  return more
    ? {
        ...empty,
        popupRender: (menu: ReactElement) => (
          <>
            {menu}
            <p role="status" className="choices-more">
              {t('还有更多，输入文字缩小范围')}
            </p>
          </>
        ),
      }
    : empty
}

/** Tab goes on to the next control and so closes the list. antd would take it for choosing the marked entry instead. */
function leave(event: KeyboardEvent): void {
  if (event.key === 'Tab') event.stopPropagation()
}

/** The one select control for dictionaries, flags and references, in filters and forms. */
export function Pick({
  id,
  choices,
  multiple,
  value,
  onChange,
  placeholder,
  loading,
  onRetry,
  more,
  onSearch,
  nameOf,
  disabled,
  status,
  open,
  autoFocus,
}: PickProps) {
  const shown = (key: string, label: unknown): string =>
    nameOf?.(key)
    ?? choices.find(choice => choice.value === key)?.name
    ?? (typeof label === 'string' ? label.trim() : key)
  return (
    <Antd>
      <span className="leaves-by-tab" onKeyDownCapture={leave}>
        <Select<string | string[], Choice>
          id={id}
          className="fill"
          allowClear
          showSearch
          filterOption={matches}
          options={choices}
          loading={loading ?? false}
          disabled={disabled ?? false}
          status={status ?? ''}
          placeholder={placeholder ?? (disabled ? '' : t('请选择'))}
          maxTagCount="responsive"
          defaultOpen={open ?? false}
          autoFocus={autoFocus ?? false}
          {...(onSearch ? { onSearch, onBlur: () => onSearch('') } : {})}
          {...below({ onRetry, more, loading })}
          labelRender={({ label, value: key }) => shown(String(key), label)}
          {...(multiple ? { mode: 'multiple' as const } : {})}
          value={multiple ? value : value[0]}
          onChange={next => onChange(next === undefined || next === null ? [] : [next].flat())}
        />
      </span>
    </Antd>
  )
}
