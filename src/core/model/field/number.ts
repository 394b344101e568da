/** What running numbers may say of the moment: the whole date as far as its word goes. */
export const NUMBER_MOMENTS = { year: 4, month: 6, date: 8 } as const
export type NumberMoment = keyof typeof NUMBER_MOMENTS

/** A part of a running number: text, a moment, a field of the record, or the number itself in so many digits. */
export type NumberPart =
  | { kind: 'text'; text: string }
  | { kind: 'moment'; moment: NumberMoment }
  | { kind: 'field'; field: string }
  | { kind: 'count'; digits: number }

const BRACES = /\{([^{}]*)\}/

/** Reads `number` of a field: `XS{areaCode}{date}{00000}`. */
export const numberParts = (template: string): NumberPart[] =>
  template.split(BRACES).flatMap((text, nth): NumberPart[] => {
    if (nth % 2 === 0) return text === '' ? [] : [{ kind: 'text', text }]
    if (/^0+$/.test(text)) return [{ kind: 'count', digits: text.length }]
    return [text in NUMBER_MOMENTS ? { kind: 'moment', moment: text as NumberMoment } : { kind: 'field', field: text }]
  })

/** Fewest signs of a number, as far as they are known. */
export const numberLength = (parts: readonly NumberPart[]): number =>
  parts.reduce((sum, part) => {
    if (part.kind === 'text') return sum + part.text.length
    if (part.kind === 'moment') return sum + NUMBER_MOMENTS[part.moment]
    return part.kind === 'count' ? sum + part.digits : sum
  }, 0)
