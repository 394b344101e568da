/**
 * A value that begins with `=` is worked out; every other value is itself. This is the only mark that tells the two
 * apart, at every place of the YAML.
 */
export const isExpression = (value: unknown): value is string => typeof value === 'string' && value.startsWith('=')

/** The expression without its mark. */
export const expressionText = (written: string): string => (written.startsWith('=') ? written.slice(1) : written)
