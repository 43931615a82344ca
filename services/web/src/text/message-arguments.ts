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
  'join.opened': { time: string }
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
  'done.keep': undefined
  'done.keepHow': undefined
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
  'title.desk': undefined
  'desk.script': undefined
  'desk.title': { view: string }
  'desk.today': undefined
  'desk.week': undefined
  'desk.appointments': undefined
  'desk.messages': undefined
  'desk.team': undefined
  'desk.figures': undefined
  'desk.webhooks': undefined
  'desk.settings': undefined
  'desk.skip': undefined
  'desk.menu': undefined
  'desk.navigation': undefined
  'desk.application': undefined
  'desk.machine': undefined
  'desk.signOut': undefined
  'desk.lost': undefined
  'desk.search': undefined
  'desk.searchHint': undefined
  'desk.find': undefined
  'desk.unknownPage': undefined
  'desk.unknownPageText': undefined
  'desk.newVersion': undefined
  'desk.reload': undefined
  'desk.loading': undefined
  'desk.colon': undefined
  'desk.close': undefined
  'desk.discard': undefined
  'desk.join': undefined
  'desk.fresh': { count: number }
  'desk.customer': undefined
  'desk.noCustomer': undefined
  'desk.andMore': { count: number; name: string }
  'desk.unassigned': undefined
  'door.title': undefined
  'door.text': undefined
  'door.signIn': undefined
  'door.ended': undefined
  'door.kept': undefined
  'door.again': undefined
  'door.blocked': undefined
  'door.done': undefined
  'door.close': undefined
  'door.failed': undefined
  'door.failedText': undefined
  'door.nothing': undefined
  'door.nothingText': undefined
  'today.now': undefined
  'today.next': undefined
  'today.later': undefined
  'today.done': undefined
  'today.empty': undefined
  'today.all': { count: number }
  'today.waits': { name: string }
  'today.waitsFor': { name: string; time: string }
  'standing.booked': undefined
  'standing.open': undefined
  'standing.waiting': undefined
  'standing.running': undefined
  'standing.completed': undefined
  'standing.noShow': undefined
  'standing.failed': undefined
  'standing.cancelled': undefined
  'standing.over': undefined
  'list.any': undefined
  'list.anyAgent': undefined
  'list.filters': undefined
  'list.filtersSet': { count: number }
  'list.period': undefined
  'list.from': undefined
  'list.to': undefined
  'list.state': undefined
  'list.outcome': undefined
  'list.agent': undefined
  'list.team': undefined
  'list.queue': undefined
  'list.service': undefined
  'list.sort': undefined
  'list.earliest': undefined
  'list.latest': undefined
  'list.changed': undefined
  'list.unassigned': undefined
  'list.clear': undefined
  'list.found': { words: string }
  'list.empty': undefined
  'list.time': undefined
  'list.customer': undefined
  'list.title': undefined
  'list.with': undefined
  'list.pages': undefined
  'list.first': undefined
  'list.nextPage': undefined
  'period.today': undefined
  'period.next7': undefined
  'period.next30': undefined
  'period.last7': undefined
  'period.last30': undefined
  'period.between': undefined
  'period.all': undefined
  'agents.filter': undefined
  'agents.who': undefined
  'agents.free': undefined
  'agents.none': undefined
  'record.title': undefined
  'record.gone': undefined
  'record.goneText': undefined
  'record.toList': undefined
  'record.facts': undefined
  'record.place': undefined
  'record.notes': undefined
  'record.cancelled': undefined
  'record.number': undefined
  'record.noMessages': undefined
  'record.customersTime': { times: string; zone: string }
  'record.nobody': undefined
  'record.assigning': undefined
  'record.assignedBy': { time: string }
  'record.people': undefined
  'record.noPeople': undefined
  'record.agent': undefined
  'record.copy': undefined
  'record.copied': undefined
  'record.notCopied': undefined
  'record.actions': undefined
  'record.openRoom': undefined
  'record.leave': undefined
  'record.accept': undefined
  'record.move': undefined
  'record.reassign': undefined
  'record.cancel': undefined
  'presence.WAITING': undefined
  'presence.JOINED': undefined
  'presence.LEFT': undefined
  'conflict.title': undefined
  'conflict.entry': { who: string; what: string }
  'conflict.again': undefined
  'cancelling.title': undefined
  'cancelling.submit': undefined
  'cancelling.tell': undefined
  'cancelling.done': undefined
  'reassigning.title': undefined
  'reassigning.submit': undefined
  'reassigning.choose': undefined
  'reassigning.done': undefined
  'reassigning.anyway': undefined
  'reassigning.taken': undefined
  'moving.title': undefined
  'moving.submit': undefined
  'moving.now': { time: string }
  'moving.done': undefined
  'moving.choose': undefined
  'moving.free': undefined
  'moving.none': undefined
  'moving.other': undefined
  'moving.anyway': undefined
  'blocked.ask': { time: string }
  'blocked.offered': { time: string }
  'blocked.title': { time: string }
  'blocked.byAgent': undefined
  'blocked.others': { count: number }
  'blocked.during': { why: string; from: string; until: string }
  'blocked.CLOSED': undefined
  'blocked.ABSENT': undefined
  'blocked.HOLIDAY': undefined
  'blocked.TOO_SOON': undefined
  'blocked.TOO_FAR': undefined
  'blocked.NOT_ALIGNED': undefined
  'blocked.DURATION_NOT_OFFERED': undefined
  'blocked.BOOKED': undefined
  'blocked.HELD': undefined
  'blocked.BUSY_ELSEWHERE': undefined
  'blocked.LIMIT_REACHED': undefined
  'blocked.INACTIVE': undefined
  'blocked.AGENT_UNKNOWN': undefined
  'blocked.NOT_A_MEMBER': undefined
  'blocked.REQUIREMENT_MISSING': undefined
  'blocked.NOBODY_FREE': undefined
  'outside.title': undefined
  'outside.mayOverride': undefined
  'outside.mayNot': undefined
  'outside.agent': undefined
  'outside.mayOverrideAgent': undefined
  'outside.mayNotAgent': undefined
  'timeline.title': undefined
  'timeline.show': undefined
  'timeline.all': undefined
  'timeline.people': undefined
  'timeline.messages': undefined
  'timeline.presence': undefined
  'timeline.empty': undefined
  'timeline.noChanges': undefined
  'timeline.noMessages': undefined
  'event.scheduled': undefined
  'event.updated': undefined
  'event.moved': undefined
  'event.activated': undefined
  'event.cancelled': undefined
  'event.removed': undefined
  'event.aborted': undefined
  'event.outcome': undefined
  'event.assigned': undefined
  'event.reassigned': undefined
  'event.declined': undefined
  'event.personAdded': undefined
  'event.personRemoved': undefined
  'event.personUpdated': undefined
  'event.presence': undefined
  'event.accepted': undefined
  'event.interactionFailed': undefined
  'event.interactionUpdated': undefined
  'event.other': undefined
  'actor.system': undefined
  'actor.service': undefined
  'actor.supervisor': undefined
  'actor.unnamed': { role: string; id: string }
  'actor.byManageLink': { name: string }
  'actor.byRoomLink': { name: string }
  'part.before': undefined
  'part.after': undefined
  'part.none': undefined
  'part.metadata': undefined
  'part.customer': undefined
  'part.agents': undefined
  'letter.by': { type: string; channel: string }
  'letter.CREATE': undefined
  'letter.UPDATE': undefined
  'letter.RESCHEDULE': undefined
  'letter.REASSIGN': undefined
  'letter.ROOM': undefined
  'letter.REMINDER': undefined
  'letter.CANCELLED': undefined
  'letter.FOLLOW_UP': undefined
  'letter.IN_PROGRESS': undefined
  'letter.COMPLETED': undefined
  'letter.FAILED': undefined
  'letter.NO_SHOW': undefined
  'letter.PARTICIPANT_ADDED': undefined
  'letter.PARTICIPANT_REMOVED': undefined
  'letter.PARTICIPANT_UPDATED': undefined
  'letter.INTERACTION_UPDATED': undefined
  'channel.EMAIL': undefined
  'channel.SMS': undefined
  'channel.WEBHOOKS': undefined
  'delivery.INITIALIZED': undefined
  'delivery.PENDING': undefined
  'delivery.DELIVERED': undefined
  'delivery.FAILED': undefined
  'delivery.CANCELLED': undefined
  'delivery.submitted': undefined
  'delivery.because': { what: string; why: string }
  'why.address_dead': undefined
  'why.address_suppressed': undefined
  'why.address_unproved': undefined
  'why.after_the_end': undefined
  'why.appointment_over': undefined
  'why.attempts_exhausted': undefined
  'why.channel_disabled': undefined
  'why.channel_parked': undefined
  'why.coalesced': undefined
  'why.deadline_passed': undefined
  'why.endpoint_disabled': undefined
  'why.fallback': undefined
  'why.missed_window': undefined
  'why.no_address': undefined
  'why.no_receipt': undefined
  'why.not_completed': undefined
  'why.notifications_off': undefined
  'why.notify_false': undefined
  'why.offset_elapsed': undefined
  'why.outcome_unknown': undefined
  'why.provider_cancelled': undefined
  'why.quiet_hours': undefined
  'why.rate_limited': undefined
  'why.recipient_complained': undefined
  'why.recipient_limit': undefined
  'why.recipient_removed': undefined
  'why.recipient_stopped': undefined
  'why.rejected': undefined
  'why.rescheduled': undefined
  'why.room_not_open': undefined
  'why.sender_not_allowed': undefined
  'why.superseded': undefined
  'why.template_missing': undefined
  'why.other': { reason: string }
  'messages.unreached': undefined
  'messages.all': undefined
  'messages.show': undefined
  'messages.days': { count: number }
  'messages.status': undefined
  'messages.type': undefined
  'messages.channel': undefined
  'messages.empty': undefined
  'messages.allReached': undefined
  'messages.recipient': undefined
  'messages.message': undefined
  'messages.created': undefined
  'messages.appointment': undefined
  'messages.choose': { name: string; message: string }
  'messages.chooseAll': undefined
  'messages.chooseOne': undefined
  'messages.again': { count: number }
  'messages.queued': { count: number }
  'messages.reason': undefined
  'content.open': undefined
  'content.mail': undefined
  'content.sentAt': { time: string }
  'content.segments': { count: number; encoding: string }
  'content.gone': undefined
  'content.notSent': undefined
  'correct.open': undefined
  'correct.title': undefined
  'correct.submit': undefined
  'correct.done': undefined
  'correct.saved': undefined
  'correct.emailMissing': undefined
  'correct.phoneMissing': undefined
  'again.send': undefined
  'again.sent': undefined
  'again.withheld': { why: string }
  'again.limit': { time: string }
  'retried.QUEUED': undefined
  'retried.NOT_RETRYABLE': undefined
  'retried.CONTENT_GONE': undefined
  'retried.NOT_FOUND': undefined
  'oops.taken': undefined
  'oops.notOffered': undefined
  'oops.noOverride': undefined
  'oops.past': undefined
  'oops.tooFar': undefined
  'oops.closed': undefined
  'oops.notFound': undefined
  'oops.accepted': undefined
  'oops.room': undefined
  'oops.notResendable': undefined
  'oops.contentGone': undefined
  'oops.forbidden': undefined
  'oops.teamTooLarge': { count: string }
  'oops.busy': undefined
  'oops.busyUntil': { time: string }
  'oops.unreachable': undefined
  'oops.rejected': { detail: string }
  'oops.unknown': undefined
  'booking.open': undefined
  'booking.title': undefined
  'booking.submit': undefined
  'booking.noService': undefined
  'booking.anyway': undefined
  'who.any': undefined
  'who.myself': undefined
  'who.byDefault': undefined
  'who.agent': undefined
  'who.queue': { name: string }
  'booking.firstName': undefined
  'booking.lastName': undefined
  'booking.email': undefined
  'booking.phone': undefined
  'booking.notesForStaff': undefined
  'booking.notesForCustomers': undefined
  'booking.optional': { label: string }
  'booking.choose': undefined
  'booking.nameMissing': undefined
  'booking.contactMissing': undefined
  'booking.emailWrong': undefined
  'booking.answersMissing': undefined
  'why.found_at_provider': undefined
  'why.long_sms': undefined
  'why.not_rendered': undefined
  'calendar.days': undefined
  'calendar.weeks': undefined
  'calendar.previous': undefined
  'calendar.next': undefined
  'calendar.now': undefined
  'calendar.nowAt': { time: string }
  'calendar.nothing': undefined
  'calendar.open': { times: string }
  'calendar.closed': undefined
  'calendar.between': { from: string; until: string }
  'calendar.until': { time: string }
  'calendar.allDay': undefined
  'calendar.off': { what: string; times: string }
  'calendar.absence': undefined
  'calendar.holiday': undefined
  'calendar.external': undefined
  'calendar.unknown': { why: string }
  'week.notInDirectory': undefined
  'week.title': { days: string }
  'week.own': undefined
  'week.noAgent': undefined
  'week.choose': undefined
  'team.title': { day: string }
  'team.empty': undefined
  'team.load': { count: number; booked: string; working: string }
  'team.count': { count: number; booked: string }
  'team.inCall': { name: string }
  'team.inRoom': undefined
  'absence.add': undefined
  'absence.title': { name: string }
  'absence.firstDay': undefined
  'absence.lastDay': undefined
  'absence.from': undefined
  'absence.until': undefined
  'absence.whole': undefined
  'absence.reason': undefined
  'absence.reasonHint': undefined
  'absence.keeps': undefined
  'absence.incomplete': undefined
  'absence.reversed': undefined
  'absence.skipped': undefined
  'absence.long': undefined
  'absence.added': { count: number }
  'absence.show': undefined
  'absence.list': undefined
  'absence.none': undefined
  'absence.remove': undefined
  'absence.removeTitle': undefined
  'absence.removeText': undefined
  'absence.removed': undefined
  'affected.title': { count: number }
  'affected.loading': undefined
  'affected.absence': { name: string }
  'affected.none': undefined
  'affected.left': { count: number }
  'affected.kept': { name: string }
  'affected.reassigned': { name: string }
  'affected.moved': { time: string }
  'affected.more': undefined
  'affected.back': undefined
  'figures.last92': undefined
  'figures.incomplete': undefined
  'figures.reversed': undefined
  'figures.long': undefined
  'figures.latenessBy': undefined
  'figures.day': undefined
  'figures.booked': undefined
  'figures.moved': undefined
  'figures.completed': undefined
  'figures.failed': undefined
  'figures.cancelled': undefined
  'figures.cancelledByCustomer': undefined
  'figures.cancelledByStaff': undefined
  'figures.noShow': undefined
  'figures.bookings': undefined
  'figures.heldAndMissed': undefined
  'figures.asOf': { time: string }
  'figures.notYet': undefined
  'figures.lateness': undefined
  'figures.noLateness': undefined
  'figures.missing': undefined
  'figures.moreAgents': { most: string; count: number }
  'figures.moreTeams': { most: string; count: number }
  'figures.customersMiddle': undefined
  'figures.customersMost': undefined
  'figures.agentsMiddle': undefined
  'figures.agentsMost': undefined
  'figures.delivery': undefined
  'figures.noMessages': undefined
  'figures.asTable': undefined
  'figures.asBars': undefined
  'figures.csv': undefined
  'figures.most': { count: string }
  'webhooks.none': undefined
  'webhooks.endpoint': undefined
  'webhooks.toList': undefined
  'webhooks.health': undefined
  'webhooks.last24h': undefined
  'webhooks.events': undefined
  'webhooks.allEvents': undefined
  'webhooks.someEvents': { count: number }
  'webhooks.counts': { delivered: number; failed: number }
  'webhooks.ACTIVE': undefined
  'webhooks.FAILING': undefined
  'webhooks.DISABLED': undefined
  'webhooks.SWITCHED_OFF': undefined
  'webhooks.GONE': undefined
  'webhooks.NO_SUCCESS': undefined
  'webhooks.offSince': { time: string; why: string }
  'webhooks.failingSince': { count: number; time: string }
  'webhooks.address': undefined
  'webhooks.signature': undefined
  'webhooks.contains': undefined
  'webhooks.contact': undefined
  'webhooks.room': undefined
  'webhooks.alerts': undefined
  'webhooks.secrets': undefined
  'webhooks.secretSince': { time: string }
  'webhooks.secretEnds': { time: string }
  'webhooks.secretCurrent': undefined
  'webhooks.endNow': undefined
  'webhooks.endTitle': undefined
  'webhooks.endText': undefined
  'webhooks.secretEnded': undefined
  'webhooks.rotate': undefined
  'webhooks.rotateTitle': undefined
  'webhooks.rotateText': undefined
  'webhooks.rotateSubmit': undefined
  'webhooks.grace': undefined
  'webhooks.graceNone': undefined
  'webhooks.graceHour': undefined
  'webhooks.graceDay': undefined
  'webhooks.graceWeek': undefined
  'webhooks.onlyNow': undefined
  'webhooks.copy': undefined
  'webhooks.test': undefined
  'webhooks.testTitle': undefined
  'webhooks.testText': undefined
  'webhooks.tampered': undefined
  'webhooks.testSubmit': undefined
  'webhooks.testPassed': undefined
  'webhooks.testFailed': undefined
  'webhooks.tamperedRejected': undefined
  'webhooks.tamperedAccepted': undefined
  'webhooks.showDelivery': undefined
  'webhooks.replay': undefined
  'webhooks.replayTitle': undefined
  'webhooks.replayText': undefined
  'webhooks.lastHour': undefined
  'webhooks.lastDay': undefined
  'webhooks.lastWeek': undefined
  'webhooks.lastDays': { count: number }
  'webhooks.onlyFailed': undefined
  'webhooks.chooseDays': undefined
  'webhooks.count': undefined
  'webhooks.counted': { count: number }
  'webhooks.replaySubmit': { count: number }
  'webhooks.replayed': { count: number }
  'webhooks.deliveries': undefined
  'webhooks.noDeliveries': undefined
  'webhooks.delivery': undefined
  'webhooks.toEndpoint': undefined
  'webhooks.attempts': undefined
  'webhooks.attempt': undefined
  'webhooks.duration': undefined
  'webhooks.response': undefined
  'webhooks.noAttempts': undefined
  'webhooks.nextAttempt': { time: string }
  'webhooks.request': undefined
  'webhooks.noRequest': undefined
  'webhooks.headers': undefined
  'webhooks.body': undefined
  'webhooks.again': undefined
  'webhooks.sentAgain': undefined
  'settings.identity': undefined
  'settings.name': undefined
  'settings.address': undefined
  'settings.accent': undefined
  'settings.accentHint': undefined
  'settings.supportEmail': undefined
  'settings.supportPhone': undefined
  'settings.supportUrl': undefined
  'settings.privacyUrl': undefined
  'settings.termsUrl': undefined
  'settings.imprintUrl': undefined
  'settings.logo': undefined
  'settings.logoHint': { size: string; pixels: string }
  'settings.logoType': undefined
  'settings.logoBytes': undefined
  'settings.logoPixels': undefined
  'settings.logoNow': undefined
  'settings.logoChosen': undefined
  'settings.logoUpload': undefined
  'settings.logoRemove': undefined
  'settings.logoSaved': undefined
  'settings.logoRemoved': undefined
  'settings.booking': undefined
  'settings.bookingEnabled': undefined
  'settings.codeBy': undefined
  'settings.origins': undefined
  'settings.originsHint': undefined
  'settings.messagesAndRules': undefined
  'settings.sender': undefined
  'settings.active': undefined
  'settings.emailName': undefined
  'settings.emailAddress': undefined
  'settings.replyTo': undefined
  'settings.smsSender': undefined
  'settings.locked': undefined
  'settings.types': undefined
  'settings.byDefault': undefined
  'settings.schedules': undefined
  'settings.defaultPlan': undefined
  'settings.schedule': { count: number }
  'settings.beforeStart': undefined
  'settings.afterEnd': undefined
  'settings.add': undefined
  'settings.remove': undefined
  'settings.quietHours': undefined
  'settings.quietOn': undefined
  'settings.quietFrom': undefined
  'settings.quietTo': undefined
  'settings.quietZone': undefined
  'settings.zoneOfAppointment': undefined
  'settings.zoneOfApplication': undefined
  'settings.whenLate': undefined
  'settings.PULL_FORWARD': undefined
  'settings.SEND_ANYWAY': undefined
  'settings.SKIP': undefined
  'settings.rules': undefined
  'settings.cutoff': undefined
  'settings.cutoffHint': undefined
  'settings.noShowGrace': undefined
  'settings.noShowGraceHint': undefined
  'settings.minutes': undefined
  'settings.hours': undefined
  'settings.days': undefined
  'settings.unit': { name: string }
  'settings.overlaps': undefined
  'settings.overlapsAllowed': undefined
  'settings.overlapsRejected': undefined
  'settings.reassignment': undefined
  'settings.save': undefined
  'settings.saved': undefined
  'settings.unsaved': undefined
  'settings.conflict': undefined
  'settings.conflictText': undefined
  'settings.faults': undefined
  'settings.preview': undefined
  'settings.language': undefined
  'settings.narrow': undefined
  'settings.dark': undefined
  'settings.mail': undefined
  'settings.sms': undefined
  'settings.segments': { count: number; encoding: string }
}
