import { TRANSLATED } from '../../../core/model/field/alike.ts'

const HEX = 16
const DIGITS = 4
/** As E'' reads them: none of these signs is one of a pair of halves. */
const literal = (signs: string): string =>
  `E'${[...signs].map(sign => `\\u${sign.charCodeAt(0).toString(HEX).padStart(DIGITS, '0')}`).join('')}'`

/** Between the pairs of characters of a text: no text holds it. */
const GAP = `E'\\x01'`

/**
 * What searching within a text needs. Trigrams know nothing of two characters, which is what staff type, so a text is
 * indexed by its pairs of characters: each character but the last begins a pair, and the last one stands alone, so that
 * one character is found by what begins with it. `pairs` is written so that the database puts it into the statement
 * instead of calling it, which takes a third of the time. `alike` is what texts that read the same have in common, as
 * core/model/field/alike.ts says it. All are the same on both databases and without extensions, and stay as they are:
 * an index holds what they answered, so another table of signs is a function of another name.
 */
export const SEARCH_FUNCTIONS = [
  `create or replace function alike(content text) returns text language sql immutable strict parallel safe as
     $$select translate(lower(content collate "C"), ${literal(TRANSLATED.from)}, ${literal(TRANSLATED.to)})$$`,
  `create or replace function pairs(content text) returns tsvector language sql immutable parallel safe as
     $$select array_to_tsvector(array_remove(string_to_array(
       regexp_replace(lower(content), '(..)(?=.)', E'\\\\1\\x01', 'g') || ${GAP}
       || regexp_replace(substr(lower(content), 2), '(..)(?=.)', E'\\\\1\\x01', 'g'), ${GAP}), ''))$$`,
  `create or replace function pairs_of(term text) returns tsquery language sql immutable strict parallel safe as
     $$select (case when cardinality(c) < 2 then quoted[1] || ':*' else
         (select string_agg(quote, ' & ') from (
           select '''' || replace(replace(a || b, '\\', '\\\\'), '''', '''''') || ''''
           from unnest(c, c[2:]) as pair(a, b) where b is not null) as pairs(quote)) end)::tsquery
       from string_to_array(lower(term), null) as c,
         lateral (select array['''' || replace(replace(c[1], '\\', '\\\\'), '''', '''''') || ''''] as quoted) as one$$`,
]
