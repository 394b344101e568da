import { defineConfig } from 'vitest/config'

/**
 * What judges the mutants of `npm run mutation`: tests that need no more than a few lines of YAML of their own. What
 * reads the whole product costs seconds for every mutant and says little of where it fails.
 */
export default defineConfig({
  test: {
    environment: 'node',
    isolate: false,
    include: ['tests/core/{overlay,compile,expression,workflow,contract}/**/*.test.ts'],
    exclude: ['tests/core/compile/page-forms.test.ts'],
    testTimeout: 30_000,
  },
})
