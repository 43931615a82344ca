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
  'page.help': undefined
  'page.contact': undefined
  'page.legal': undefined
  'page.privacy': undefined
  'page.terms': undefined
  'page.imprint': undefined
  'chip.booked': undefined
  'chip.running': undefined
  'chip.cancelled': undefined
  'chip.failed': undefined
  'chip.over': undefined
  'time.duration': undefined
  'time.zone': undefined
  'time.change': undefined
  'time.shown': { zone: string }
  'time.elsewhere': { times: string; zone: string }
  'manage.change': undefined
  'manage.cancel': undefined
  'manage.join': undefined
  'manage.until': { moment: string }
  'manage.untilMove': { moment: string }
  'manage.untilCancel': { moment: string }
  'manage.lateCancel': undefined
  'calendar.failed': undefined
  'move.loading': undefined
  'move.contact': undefined
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
  'moved.sent': undefined
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
  'stale.before': undefined
  'stale.now': undefined
  'stale.other': undefined
  'stale.nothing': undefined
  'end.cancelled': undefined
  'end.over': undefined
  'end.failed': undefined
  'end.contact': undefined
  'end.gone': undefined
  'end.replaced': undefined
  'end.useLatest': undefined
  'end.unknown': undefined
  'end.copied': undefined
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
  'join.videoStarts': { ahead: string }
  'join.early': undefined
  'join.from': { time: string }
  'join.soon': { time: string }
  'join.videoSoon': { time: string }
  'join.call': { time: string }
  'join.callOn': { phone: string; time: string }
  'join.come': { time: string }
  'join.comeTo': { address: string; time: string }
  'join.now': undefined
  'join.closed': undefined
  'join.open': undefined
  'join.enter': undefined
  'join.waits': { name: string }
  'join.expected': undefined
  'join.lost': undefined
  'month.previous': undefined
  'month.next': undefined
  'month.free': { day: string; count: number }
  'month.none': { day: string }
  'month.status': { month: string; count: number }
  'times.next': { moment: string }
  'times.on': { day: string }
  'times.morning': undefined
  'times.afternoon': undefined
  'times.evening': undefined
  'times.other': undefined
  'times.loading': undefined
  'times.noneOn': { day: string }
  'times.noneIn': { month: string }
  'times.show': { month: string }
  'times.none': undefined
  'times.failed': undefined
  'hold.held': { time: string; until: string }
  'hold.longer': undefined
  'hold.open': { time: string }
  'hold.ended': { time: string }
  'hold.free': undefined
  'hold.continue': undefined
  'title.book': undefined
  'book.service': undefined
  'book.what': undefined
  'book.when': undefined
  'book.who': undefined
  'book.change': undefined
  'book.duration': undefined
  'place.VIDEO': undefined
  'place.PHONE': undefined
  'place.IN_PERSON': undefined
  'place.at': { address: string }
  'book.unavailable': undefined
  'book.unreachable': undefined
  'book.details': undefined
  'book.required': undefined
  'book.optional': { label: string }
  'book.firstName': undefined
  'book.lastName': undefined
  'book.email': undefined
  'book.phone': undefined
  'book.codeBy': undefined
  'book.byEmail': undefined
  'book.bySms': undefined
  'book.codeWhy': undefined
  'book.choose': undefined
  'book.consent': undefined
  'book.privacy': undefined
  'book.continue': undefined
  'book.problem': undefined
  'book.error': { title: string }
  'book.needFirstName': undefined
  'book.needLastName': undefined
  'book.needEmail': undefined
  'book.needPhone': undefined
  'book.needAnswer': { label: string }
  'book.needConsent': undefined
  'book.badName': undefined
  'book.tooLong': { label: string }
  'code.email': undefined
  'code.sms': undefined
  'code.sent': { to: string }
  'code.label': undefined
  'code.known': undefined
  'code.confirm': undefined
  'code.new': undefined
  'code.wait': undefined
  'code.again': { to: string }
  'code.otherEmail': undefined
  'code.otherPhone': undefined
  'code.need': undefined
  'code.wrong': undefined
  'code.lost': undefined
  'done.title': undefined
  'done.what': undefined
  'done.when': undefined
  'done.with': undefined
  'done.where': undefined
  'done.next': undefined
  'done.sent': { to: string }
  'done.video': undefined
  'done.phone': undefined
  'done.manage': undefined
  'done.another': undefined
  'calendar.add': undefined
  'calendar.file': undefined
  'calendar.google': undefined
  'calendar.outlook': undefined
  'device.test': undefined
  'device.works': undefined
  'device.denied': undefined
  'device.missing': undefined
  'device.picture': undefined
  'device.stop': undefined
  'room.expected': undefined
  'room.customers': { count: number }
  'room.agents': { count: number }
  'room.noVideo': undefined
  'room.closed': undefined
  'room.unknown': undefined
  'room.latest': undefined
  'room.away': undefined
  'stop.ask': undefined
  'stop.askAt': { address: string }
  'stop.yes': undefined
  'stop.done': undefined
  'stop.essential': undefined
  'stop.again': undefined
  'stop.unreachable': undefined
  'room.left': undefined
  'room.return': undefined
  'room.finish': undefined
  'room.finished': undefined
  'room.there': undefined
  'room.you': undefined
  'room.agent': undefined
  'room.customer': undefined
  'room.alone': undefined
  'room.camera': undefined
  'room.cameraOff': undefined
  'room.leave': undefined
}
