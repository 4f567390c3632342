/** What goes wrong with machines, in the codes the engine knows. What QEMU itself said stays in the log. */
import type { UsbReason } from '#src/contract/device/usb.ts'
import type { FileReason } from '#src/contract/scene/node.ts'
import type { DriverRefusalCode } from '#src/contract/scene/driver.ts'
import type { Logger } from '#mock/http/request/handler.ts'
import { DriverRefusal } from '../driver.ts'
import { QemuError } from './qmp.ts'

const full = /no space left|ENOSPC|disk full/i
const memory = /cannot allocate memory|cannot set up guest memory|ENOMEM/i

export const driverRefusalOf = (code: DriverRefusalCode | UsbReason | 'fenced' | 'node_on', node = ''): DriverRefusal =>
  new DriverRefusal(code, node)

function codeOf(e: unknown): DriverRefusalCode {
  const said = e instanceof Error ? e.message : String(e)
  if (full.test(said)) return 'no_space'
  if (memory.test(said)) return 'no_memory'
  return e instanceof QemuError && e.code === 'no_answer' ? 'no_answer' : 'driver_failed'
}

/** Why a file did not get into a node, by what the agent inside said. */
export function fileRefusal(e: unknown): DriverRefusal {
  if (e instanceof DriverRefusal) return e
  const said = e instanceof Error ? e.message : String(e)
  const code: FileReason =
    e instanceof QemuError && e.code === 'no_answer'
      ? 'no_agent'
      : full.test(said)
        ? 'no_space'
        : /no such file|not a directory/i.test(said)
          ? 'no_folder'
          : /read-only|permission denied|not permitted/i.test(said)
            ? 'read_only'
            : /is a directory/i.test(said)
              ? 'bad_path'
              : 'driver'
  return new DriverRefusal(code)
}

/** The same calls, whose failures are refusals. */
export const failuresAsRefusals =
  (log: Pick<Logger, 'warn'>) =>
  <A extends unknown[], T>(call: (...given: A) => Promise<T>) =>
  async (...given: A): Promise<T> => {
    try {
      return await call(...given)
    } catch (error) {
      if (error instanceof DriverRefusal) throw error
      log.warn({ event: 'scene-machine-refused', error }, 'a machine refused')
      throw driverRefusalOf(codeOf(error))
    }
  }
