/** For whom work is done: what many share is given out by person, so that whoever asks for a hundred things waits for themselves. */
import { AsyncLocalStorage } from 'node:async_hooks'

const person = new AsyncLocalStorage<string>()
/** @param id of the person; whatever `work` starts is done for them */
export const workFor = <T>(id: string, work: () => T): T => person.run(id, work)
/** Empty where the server works for nobody in particular. */
export const workedFor = (): string => person.getStore() ?? ''
