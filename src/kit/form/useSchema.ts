import { useEffect, useState } from 'react'
import type { BodySchema } from './form.logic.ts'

/** The schema once it is loaded; a failed load can be tried again. */
export function useSchema(load: () => Promise<BodySchema>): {
  schema: BodySchema | undefined
  failed: boolean
  retry: () => void
} {
  const [state, setState] = useState<{ schema?: BodySchema; failed: boolean }>({ failed: false })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    void attempt
    let here = true
    // the schema library must know before the first schema is made that this page runs no made-up code
    load().then(
      (schema) => here && setState({ schema, failed: false }),
      () => here && setState({ failed: true }),
    )
    return () => {
      here = false
    }
  }, [load, attempt])
  return {
    schema: state.schema,
    failed: state.failed,
    retry: () => {
      setState({ failed: false })
      setAttempt((n) => n + 1)
    },
  }
}
