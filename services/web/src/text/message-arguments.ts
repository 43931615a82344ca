// Written by `npm run messages` from messages/en; do not edit.
/** The arguments of every message. */
export interface MessageArguments {
  'title.manage': undefined
  'title.join': undefined
  'title.room': undefined
  'title.unsubscribe': undefined
  'page.opening': undefined
  'page.script': undefined
  'page.language': undefined
  'page.again': undefined
  'chip.booked': undefined
  'chip.running': undefined
  'chip.cancelled': undefined
  'chip.failed': undefined
  'chip.over': undefined
  'time.duration': undefined
  'time.zone': undefined
  'time.shown': { zone: string }
  'time.elsewhere': { times: string; zone: string }
  'manage.change': undefined
  'manage.cancel': undefined
  'manage.join': undefined
  'move.title': undefined
  'move.date': undefined
  'move.time': undefined
  'move.zone': { zone: string }
  'move.twice': undefined
  'move.first': { time: string }
  'move.second': { time: string }
  'move.continue': undefined
  'move.back': undefined
  'move.question': { from: string; to: string }
  'move.night': undefined
  'move.yes': undefined
  'move.no': undefined
  'moved.title': undefined
  'moved.message': undefined
  'moved.quiet': undefined
  'moved.before': undefined
  'cancel.question': undefined
  'cancel.reason': undefined
  'cancel.yes': undefined
  'cancel.no': undefined
  'cancelled.title': undefined
  'cancelled.text': undefined
  'form.busy': undefined
  'stale.title': undefined
  'stale.before': { times: string }
  'stale.now': { times: string }
  'stale.subject': { title: string }
  'stale.other': undefined
  'stale.nothing': undefined
  'end.cancelled': undefined
  'end.over': undefined
  'end.failed': undefined
  'end.contact': undefined
  'end.gone': undefined
  'end.why': undefined
  'end.latest': undefined
  'fault.offline': undefined
  'fault.connection': undefined
  'fault.busy': undefined
  'fault.retryAt': { time: string }
  'fault.late': undefined
  'fault.taken': undefined
  'fault.noReply': undefined
  'fault.incomplete': undefined
  'fault.never': undefined
  'fault.same': undefined
  'fault.past': undefined
  'fault.tooFar': undefined
  'fault.invalid': undefined
  'join.starts': { ahead: string }
  'join.early': undefined
  'join.soon': { time: string }
  'join.now': undefined
  'join.closed': undefined
  'join.open': undefined
  'join.enter': undefined
  'join.lost': undefined
  'device.test': undefined
  'device.works': undefined
  'device.denied': undefined
  'device.missing': undefined
  'device.picture': undefined
  'device.stop': undefined
  'room.with': { company: string }
  'room.expected': undefined
  'room.customers': { count: number }
  'room.agents': { count: number }
  'room.noVideo': undefined
  'room.closed': undefined
  'room.unknown': undefined
  'room.latest': undefined
  'room.away': undefined
  'stop.ask': undefined
  'stop.yes': undefined
  'stop.done': undefined
  'stop.essential': undefined
  'stop.again': undefined
  'stop.unreachable': undefined
  'room.left': undefined
  'room.return': undefined
  'room.leave': undefined
}
