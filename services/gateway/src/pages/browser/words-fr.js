/** @import { Words } from './words-en.js' */

/** @type {Words} */
export const fr = {
  language: 'fr',
  manageTitle: 'Votre rendez-vous',
  joinTitle: 'Votre visioconférence',
  tryAgain: 'Réessayer',
  chips: {
    waiting: 'Réservé',
    running: 'En cours',
    cancelled: 'Annulé',
    failed: 'N’a pas eu lieu',
    over: 'Terminé',
  },
  length: 'Durée',
  yourTime: (times) => `Chez vous : ${times}`,
  notes: {
    cancelled: 'Ce rendez-vous est annulé. Vous n’avez rien à faire.',
    failed: 'Nous sommes désolés que ce rendez-vous n’ait pas pu avoir lieu. Veuillez nous contacter.',
    over: 'Ce rendez-vous est terminé. Merci du temps que vous nous avez accordé.',
  },
  moved: {
    heading: 'Votre rendez-vous a été déplacé',
    text: 'Un message avec le nouvel horaire est en route. Il contient un nouveau lien pour d’autres changements ; celui que vous venez d’utiliser n’est plus valable.',
    withoutMessage:
      'Le lien que vous venez d’utiliser n’est plus valable. Pour d’autres changements, veuillez nous contacter.',
  },
  justCancelled: {
    heading: 'Votre rendez-vous est annulé',
    text: 'Merci de nous avoir prévenus. Vous n’avez rien d’autre à faire.',
  },
  move: {
    open: 'Choisir un autre horaire',
    heading: 'Choisir un autre horaire',
    date: 'Date',
    time: 'Heure',
    hint: (zone) => `Dans le fuseau horaire du rendez-vous : ${zone}`,
    preview: (times) => `Nouvel horaire : ${times}`,
    twice: 'Cette nuit-là, on recule les horloges et cette heure existe deux fois. Laquelle voulez-vous ?',
    first: (offset) => `La première, avant le changement d’heure (${offset})`,
    second: (offset) => `La seconde, après le changement d’heure (${offset})`,
    submit: 'Déplacer le rendez-vous',
    busy: 'Un instant…',
    keep: 'Ne rien changer',
  },
  cancel: {
    open: 'Annuler le rendez-vous',
    heading: 'Annuler ce rendez-vous ?',
    text: 'Il n’aura pas lieu, et cela ne peut pas être défait.',
    reason: 'Motif (facultatif)',
    submit: 'Oui, annuler',
    busy: 'Un instant…',
    keep: 'Non, le garder',
  },
  faults: {
    incomplete: 'Veuillez indiquer une date et une heure.',
    never:
      'Cette nuit-là, on avance les horloges et cette heure n’existe pas. Veuillez en choisir une autre.',
    same: 'C’est déjà l’horaire du rendez-vous. Veuillez en choisir un autre.',
    past: 'Cet horaire est déjà passé. Veuillez en choisir un plus tard.',
    tooFar: 'C’est trop loin. Veuillez choisir un horaire dans les deux prochaines années.',
    invalid: 'Cela n’est pas possible. Veuillez vérifier vos indications.',
    taken: (times) =>
      times === undefined
        ? 'Cet horaire est déjà pris. Veuillez en choisir un autre.'
        : `Cet horaire est déjà pris, il y a un autre rendez-vous : ${times}. Veuillez en choisir un autre.`,
    tooLate: 'Il est trop tard pour annuler en ligne. Veuillez nous contacter.',
    trouble:
      'Nous n’avons pas reçu de réponse et ne savons pas si cela a fonctionné. Veuillez réessayer ; rien ne sera fait deux fois.',
    busy: 'Cela fait beaucoup de demandes en peu de temps. Veuillez patienter une minute, puis réessayer.',
  },
  stale: {
    heading: 'Votre rendez-vous a changé entre-temps',
    /** @param {string} times */
    time: (times) => `Nouvel horaire : ${times}`,
    /** @param {string} title */
    title: (title) => `Nouvel objet : ${title}`,
    other: 'D’autres détails ont changé.',
    again: 'Merci de le regarder encore une fois, puis de réessayer.',
  },
  gone: {
    heading: 'Ce lien n’est plus valable',
    text: 'Il a été remplacé par un plus récent, ou bien le rendez-vous a été annulé ou est terminé.',
    hint: 'Si le rendez-vous a été déplacé, veuillez utiliser le lien de notre message le plus récent.',
  },
  trouble: {
    heading: 'Nous n’arrivons pas à joindre votre rendez-vous',
    text: 'Veuillez vérifier votre connexion à Internet et réessayer dans un instant.',
  },
  tooMany: {
    heading: 'Veuillez patienter une minute',
    text: 'Cela fait beaucoup de demandes en peu de temps. Tout remarchera dans une minute.',
  },
  join: {
    enter: 'Rejoindre la visioconférence',
    waiting: 'La salle n’est pas encore ouverte',
    waitingText: (ahead) =>
      ahead === undefined
        ? 'Votre rendez-vous va commencer. Vous pouvez rester sur cette page : elle indique quand la salle ouvre.'
        : `Votre rendez-vous commence ${ahead}. Vous pouvez rester sur cette page : elle indique quand la salle ouvre.`,
    open: 'Votre salle est ouverte',
    openText: 'Nous nous réjouissons d’échanger avec vous.',
    over: 'Ce rendez-vous est terminé',
    overText: 'La salle est fermée. Merci du temps que vous nous avez accordé.',
    cancelled: 'Ce rendez-vous est annulé',
    cancelledText: 'La salle n’ouvrira pas. Vous n’avez rien à faire.',
    failed: 'Ce rendez-vous n’a pas pu avoir lieu',
    failedText: 'Nous en sommes désolés. Veuillez nous contacter.',
    goneText: 'Le rendez-vous a été annulé ou est terminé.',
    goneHint: 'Si vous avez un message plus récent de notre part, veuillez utiliser le lien qu’il contient.',
    unreachable: 'Nous n’arrivons pas à joindre la salle pour le moment. Nous continuons d’essayer.',
  },
}
