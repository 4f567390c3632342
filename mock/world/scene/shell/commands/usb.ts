/** What a node says of the USB devices that are plugged into it, in the words of usbutils and of the Linux kernel. */
import type { UsbPlug } from '../../driver.ts'
import type { Program } from '../program.ts'

const storage = '08'
const id = (d: UsbPlug): string => `${d.vendor_id}:${d.product_id}`.toLowerCase()
/** As the kernel names disks behind SCSI: sda, sdb … */
const diskName = (n: number): string => `sd${String.fromCharCode(97 + (n % 26))}`
const sticks = (usb: readonly UsbPlug[]): UsbPlug[] => usb.filter((d) => d.class_code === storage)
const number = (n: number): string => String(n).padStart(3, '0')

function sizeText(bytes: number): string {
  const units = ['B', 'K', 'M', 'G', 'T']
  let [n, u] = [bytes, 0]
  while (n >= 1024 && u < units.length - 1) {
    n /= 1024
    u++
  }
  return `${n >= 10 || Number.isInteger(n) ? Math.round(n) : n.toFixed(1)}${units[u]}`
}

export const lsusb: Program = {
  about: 'USB devices',
  use: 'lsusb [-v]',
  knows: 'v/verbose',
  run(c) {
    c.shell.host.usb.forEach((d, n) => {
      c.out(`Bus 001 Device ${number(n + 2)}: ID ${id(d)} ${[d.manufacturer, d.name].filter(Boolean).join(' ')}\n`)
      if (c.o.has('v'))
        c.out(
          `Device Descriptor:\n  bcdUSB               2.00\n  bInterfaceClass      0x${d.class_code.toLowerCase()}\n  idVendor           0x${d.vendor_id.toLowerCase()}\n` +
            `  idProduct          0x${d.product_id.toLowerCase()}\n  iSerial              ${d.serial || '0'}\n\n`,
        )
    })
    c.out('Bus 001 Device 001: ID 1d6b:0002 Linux Foundation 2.0 root hub\n')
    return 0
  },
}

export const lsblk: Program = {
  about: 'disks',
  use: 'lsblk',
  knows: '',
  run(c) {
    c.out('NAME   MAJ:MIN RM   SIZE RO TYPE MOUNTPOINTS\n')
    c.out(`vda    254:0    0 ${`${Math.max(1, c.shell.host.node.disk)}G`.padStart(5)}  0 disk\n`)
    c.out(`└─vda1 254:1    0 ${`${Math.max(1, c.shell.host.node.disk)}G`.padStart(5)}  0 part /\n`)
    sticks(c.shell.host.usb).forEach((d, n) =>
      c.out(`${diskName(n).padEnd(6)}   8:${n * 16}${n ? ' ' : '  '}  1 ${sizeText(d.bytes).padStart(5)}  0 disk\n`),
    )
    return 0
  },
}

/** Lines of the kernel's log about them. */
export const usbMessages = (usb: readonly UsbPlug[]): string[] =>
  usb.flatMap((d, n) => [
    `[   ${40 + n}.102334] usb 1-${n + 1}: new high-speed USB device number ${n + 2} using xhci_hcd`,
    `[   ${40 + n}.251120] usb 1-${n + 1}: New USB device found, idVendor=${d.vendor_id.toLowerCase()}, idProduct=${d.product_id.toLowerCase()}`,
    ...(d.serial ? [`[   ${40 + n}.251131] usb 1-${n + 1}: SerialNumber: ${d.serial}`] : []),
    ...(d.class_code === storage
      ? [`[   ${41 + n}.340087] sd ${n}:0:0:0: [${diskName(sticks(usb).indexOf(d))}] Attached SCSI removable disk`]
      : []),
  ])
