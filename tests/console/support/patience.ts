import { configure } from '@testing-library/react'

/** What is fetched when it is first needed may take longer than a second on a machine that does more than this. */
configure({ asyncUtilTimeout: 60_000 })
