import { FILL_IN_LANGUAGES, type FillInLanguage, type FillInText } from "../domain/fill-in.ts";

/** What the page says by itself. `{}` is where a value goes. */
interface Words {
  send: string;
  required: string;
  choose: string;
  addRow: string;
  removeRow: string;
  row: string;
  thanks: string;
  download: string;
  problems: string;
  closedTitle: string;
  closed: string;
  goneTitle: string;
  gone: string;
  failedTitle: string;
  failed: string;
  busy: string;
  missing: string;
  noNumber: string;
  noAmount: string;
  noEmail: string;
  mailed: string;
  notMailed: string;
  mailText: string;
  mailBusy: string;
  noPerson: string;
  notChecked: string;
  needsScripts: string;
  noDate: string;
  noChoice: string;
  tooLong: string;
  tooManyRows: string;
  notText: string;
  noPicture: string;
  noFile: string;
  tooLarge: string;
  again: string;
  sign: string;
  signName: string;
  signPicture: string;
  clear: string;
  mergeTitle: string;
  merge: string;
  fillHere: string;
}

const WORDS: Readonly<Record<FillInLanguage, Words>> = {
  en: {
    send: "Send",
    required: "required",
    choose: "Choose",
    addRow: "Add a row",
    removeRow: "Remove row {}",
    row: "Row {}",
    thanks: "Thank you. Your answers have arrived.",
    download: "Download the file",
    problems: "Please look at this again",
    closedTitle: "This page is closed",
    closed: "It takes no more answers.",
    goneTitle: "There is no such page",
    gone: "The link is not complete, or is no longer used. Ask whoever sent it to you for a new one.",
    failedTitle: "Your answers were not sent",
    failed: "Something went wrong here, and nothing was kept. Try again later, or tell whoever sent you the link.",
    busy: "Too many answers arrive at the moment. Try again in a minute.",
    missing: "Fill this in.",
    noNumber: "Write a number such as {}.",
    noAmount: "Write an amount such as {}.",
    noEmail: "Write an e-mail address such as ada@example.com.",
    mailed: "The file will be sent to {}.",
    notMailed: "This service sends no mail, so the file was not sent to you. Ask whoever sent you the link for it.",
    mailText: "Here is the file made of what you filled in.",
    mailBusy: "Too many files were mailed just now, and nothing was sent. Try again in an hour.",
    noPerson:
      "Whether a person sends this could not be seen, or it took too long. Wait for the check above the button, then send again.",
    notChecked:
      "It could not be checked just now whether a person sends this, and nothing was sent. Try again in a few minutes.",
    needsScripts:
      "This page checks that a person sends it, and that takes JavaScript. Turn it on in your browser and load the page again.",
    noDate: "Write a date such as 2026-11-28.",
    noChoice: "Choose one of what is offered.",
    tooLong: "Write at most {} characters.",
    tooManyRows: "Fill in at most {} rows.",
    notText: "Write plain text.",
    noPicture: "Choose a picture: PNG, JPEG, GIF or WebP.",
    noFile: "Choose a picture, a PDF, or a Word, Excel or PowerPoint file without macros.",
    tooLarge: "Choose a file of at most {} MB.",
    again: "Choose the file again.",
    sign: "Sign here",
    signName: "or type your name",
    signPicture: "or choose a picture of your signature",
    clear: "Clear",
    mergeTitle: "This address takes data",
    merge: "Programs send data here, and a document is made of them. Opened in a browser, it does nothing.",
    fillHere: "Fill it in here",
  },
  de: {
    send: "Senden",
    required: "Pflichtfeld",
    choose: "Bitte wählen",
    addRow: "Zeile hinzufügen",
    removeRow: "Zeile {} entfernen",
    row: "Zeile {}",
    thanks: "Vielen Dank. Ihre Angaben sind angekommen.",
    download: "Datei herunterladen",
    problems: "Bitte sehen Sie sich das noch einmal an",
    closedTitle: "Diese Seite ist geschlossen",
    closed: "Sie nimmt keine Angaben mehr entgegen.",
    goneTitle: "Diese Seite gibt es nicht",
    gone: "Der Link ist nicht vollständig oder gilt nicht mehr. Bitten Sie um einen neuen, wo Sie ihn bekommen haben.",
    failedTitle: "Ihre Angaben wurden nicht gesendet",
    failed:
      "Hier ist etwas schiefgegangen, und nichts wurde gespeichert. Versuchen Sie es später noch einmal, oder sagen Sie dort Bescheid, wo Sie den Link bekommen haben.",
    busy: "Gerade kommen zu viele Angaben an. Versuchen Sie es in einer Minute noch einmal.",
    missing: "Füllen Sie das bitte aus.",
    noNumber: "Schreiben Sie eine Zahl wie {}.",
    noAmount: "Schreiben Sie einen Betrag wie {}.",
    noEmail: "Schreiben Sie eine E-Mail-Adresse wie ada@example.com.",
    mailed: "Die Datei wird an {} gesendet.",
    notMailed:
      "Dieser Dienst versendet keine E-Mails, die Datei wurde Ihnen also nicht gesendet. Bitten Sie den Absender des Links darum.",
    mailText: "Hier ist die Datei aus dem, was Sie ausgefüllt haben.",
    mailBusy:
      "Gerade wurden zu viele Dateien gemailt; es wurde nichts gesendet. Versuchen Sie es in einer Stunde erneut.",
    noPerson:
      "Es ließ sich nicht erkennen, dass ein Mensch das sendet, oder es hat zu lange gedauert. Warten Sie die Prüfung über dem Knopf ab und senden Sie noch einmal.",
    notChecked:
      "Gerade ließ sich nicht prüfen, ob ein Mensch das sendet; es wurde nichts gesendet. Versuchen Sie es in ein paar Minuten noch einmal.",
    needsScripts:
      "Diese Seite prüft, ob ein Mensch sie sendet, und braucht dafür JavaScript. Schalten Sie es im Browser ein und laden Sie die Seite neu.",
    noDate: "Schreiben Sie ein Datum wie 2026-11-28.",
    noChoice: "Wählen Sie eine der Möglichkeiten.",
    tooLong: "Schreiben Sie höchstens {} Zeichen.",
    tooManyRows: "Füllen Sie höchstens {} Zeilen aus.",
    notText: "Schreiben Sie einfachen Text.",
    noPicture: "Wählen Sie ein Bild: PNG, JPEG, GIF oder WebP.",
    noFile: "Wählen Sie ein Bild, ein PDF oder eine Word-, Excel- oder PowerPoint-Datei ohne Makros.",
    tooLarge: "Wählen Sie eine Datei mit höchstens {} MB.",
    again: "Wählen Sie die Datei noch einmal.",
    sign: "Hier unterschreiben",
    signName: "oder Namen schreiben",
    signPicture: "oder ein Bild der Unterschrift wählen",
    clear: "Löschen",
    mergeTitle: "Diese Adresse nimmt Daten an",
    merge: "Programme senden Daten hierher, aus denen ein Dokument wird. Im Browser geöffnet, tut sie nichts.",
    fillHere: "Hier ausfüllen",
  },
  fr: {
    send: "Envoyer",
    required: "obligatoire",
    choose: "Choisissez",
    addRow: "Ajouter une ligne",
    removeRow: "Supprimer la ligne {}",
    row: "Ligne {}",
    thanks: "Merci. Vos réponses sont bien arrivées.",
    download: "Télécharger le fichier",
    problems: "Merci de revoir ceci",
    closedTitle: "Cette page est fermée",
    closed: "Elle n’accepte plus de réponses.",
    goneTitle: "Cette page n’existe pas",
    gone: "Le lien est incomplet ou n’est plus utilisé. Demandez-en un nouveau à la personne qui vous l’a envoyé.",
    failedTitle: "Vos réponses n’ont pas été envoyées",
    failed:
      "Un problème est survenu de notre côté et rien n’a été conservé. Réessayez plus tard ou prévenez la personne qui vous a envoyé le lien.",
    busy: "Trop de réponses arrivent en ce moment. Réessayez dans une minute.",
    missing: "Remplissez ce champ.",
    noNumber: "Écrivez un nombre comme {}.",
    noAmount: "Écrivez un montant comme {}.",
    noEmail: "Écrivez une adresse e-mail comme ada@example.com.",
    mailed: "Le fichier sera envoyé à {}.",
    notMailed:
      "Ce service n’envoie pas d’e-mails : le fichier ne vous a pas été envoyé. Demandez-le à la personne qui vous a envoyé le lien.",
    mailText: "Voici le fichier fait de ce que vous avez rempli.",
    mailBusy: "Trop de fichiers viennent d’être envoyés par e-mail ; rien n’a été envoyé. Réessayez dans une heure.",
    noPerson:
      "Rien n’a montré qu’une personne envoie cette page, ou l’attente a été trop longue. Attendez la vérification au-dessus du bouton, puis envoyez de nouveau.",
    notChecked:
      "Il n’a pas été possible de vérifier qu’une personne envoie cette page ; rien n’a été envoyé. Réessayez dans quelques minutes.",
    needsScripts:
      "Cette page vérifie qu’une personne l’envoie, et il faut JavaScript pour cela. Activez-le dans votre navigateur, puis rechargez la page.",
    noDate: "Écrivez une date comme 2026-11-28.",
    noChoice: "Choisissez parmi ce qui est proposé.",
    tooLong: "Écrivez {} caractères au plus.",
    tooManyRows: "Remplissez {} lignes au plus.",
    notText: "Écrivez du texte simple.",
    noPicture: "Choisissez une image : PNG, JPEG, GIF ou WebP.",
    noFile: "Choisissez une image, un PDF ou un fichier Word, Excel ou PowerPoint sans macros.",
    tooLarge: "Choisissez un fichier de {} Mo au plus.",
    again: "Choisissez le fichier à nouveau.",
    sign: "Signez ici",
    signName: "ou écrivez votre nom",
    signPicture: "ou choisissez une image de votre signature",
    clear: "Effacer",
    mergeTitle: "Cette adresse reçoit des données",
    merge:
      "Des programmes y envoient des données, dont un document est fait. Ouverte dans un navigateur, elle ne fait rien.",
    fillHere: "Remplir ici",
  },
  es: {
    send: "Enviar",
    required: "obligatorio",
    choose: "Elija",
    addRow: "Añadir una fila",
    removeRow: "Quitar la fila {}",
    row: "Fila {}",
    thanks: "Gracias. Sus respuestas han llegado.",
    download: "Descargar el archivo",
    problems: "Revise esto, por favor",
    closedTitle: "Esta página está cerrada",
    closed: "Ya no admite respuestas.",
    goneTitle: "No existe esta página",
    gone: "El enlace no está completo o ya no se usa. Pida uno nuevo a quien se lo envió.",
    failedTitle: "Sus respuestas no se han enviado",
    failed: "Algo ha fallado aquí y no se ha guardado nada. Inténtelo más tarde o avise a quien le envió el enlace.",
    busy: "Están llegando demasiadas respuestas. Inténtelo dentro de un minuto.",
    missing: "Rellene este campo.",
    noNumber: "Escriba un número como {}.",
    noAmount: "Escriba un importe como {}.",
    noEmail: "Escriba una dirección de correo como ada@example.com.",
    mailed: "El archivo se enviará a {}.",
    notMailed:
      "Este servicio no envía correos, así que el archivo no se le ha enviado. Pídalo a quien le envió el enlace.",
    mailText: "Aquí está el archivo hecho con lo que ha rellenado.",
    mailBusy: "Se han enviado demasiados archivos por correo y no se ha enviado nada. Inténtelo dentro de una hora.",
    noPerson:
      "No se ha podido ver que una persona envía esta página, o ha pasado demasiado tiempo. Espere a la comprobación que está sobre el botón y envíe de nuevo.",
    notChecked:
      "No se ha podido comprobar si una persona envía esta página y no se ha enviado nada. Inténtelo dentro de unos minutos.",
    needsScripts:
      "Esta página comprueba que la envía una persona y para ello necesita JavaScript. Actívelo en su navegador y vuelva a cargar la página.",
    noDate: "Escriba una fecha como 2026-11-28.",
    noChoice: "Elija una de las opciones.",
    tooLong: "Escriba {} caracteres como máximo.",
    tooManyRows: "Rellene {} filas como máximo.",
    notText: "Escriba texto sencillo.",
    noPicture: "Elija una imagen: PNG, JPEG, GIF o WebP.",
    noFile: "Elija una imagen, un PDF o un archivo de Word, Excel o PowerPoint sin macros.",
    tooLarge: "Elija un archivo de {} MB como máximo.",
    again: "Elija el archivo otra vez.",
    sign: "Firme aquí",
    signName: "o escriba su nombre",
    signPicture: "o elija una imagen de su firma",
    clear: "Borrar",
    mergeTitle: "Esta dirección recibe datos",
    merge: "Los programas envían datos aquí y con ellos se hace un documento. Abierta en un navegador no hace nada.",
    fillHere: "Rellenar aquí",
  },
  it: {
    send: "Invia",
    required: "obbligatorio",
    choose: "Scegli",
    addRow: "Aggiungi una riga",
    removeRow: "Togli la riga {}",
    row: "Riga {}",
    thanks: "Grazie. Le risposte sono arrivate.",
    download: "Scarica il file",
    problems: "Da rivedere",
    closedTitle: "Questa pagina è chiusa",
    closed: "Non accetta più risposte.",
    goneTitle: "Questa pagina non esiste",
    gone: "Il link non è completo o non è più in uso. Chiederne uno nuovo a chi lo ha inviato.",
    failedTitle: "Le risposte non sono state inviate",
    failed:
      "Qualcosa non ha funzionato e nulla è stato conservato. Riprovare più tardi o avvisare chi ha inviato il link.",
    busy: "In questo momento arrivano troppe risposte. Riprovare fra un minuto.",
    missing: "Compilare questo campo.",
    noNumber: "Scrivere un numero come {}.",
    noAmount: "Scrivere un importo come {}.",
    noEmail: "Scrivere un indirizzo e-mail come ada@example.com.",
    mailed: "Il file verrà inviato a {}.",
    notMailed:
      "Questo servizio non invia e-mail, quindi il file non è stato inviato. Chiederlo a chi ha inviato il link.",
    mailText: "Ecco il file fatto con quanto compilato.",
    mailBusy: "Sono stati inviati troppi file per e-mail e nulla è stato inviato. Riprovare fra un’ora.",
    noPerson:
      "Non è stato possibile capire se la pagina è inviata da una persona, o è passato troppo tempo. Attendere la verifica sopra il pulsante e inviare di nuovo.",
    notChecked:
      "Non è stato possibile verificare se la pagina è inviata da una persona e nulla è stato inviato. Riprovare fra qualche minuto.",
    needsScripts:
      "Questa pagina verifica che la invii una persona, e per questo serve JavaScript. Attivarlo nel browser e ricaricare la pagina.",
    noDate: "Scrivere una data come 2026-11-28.",
    noChoice: "Scegliere fra ciò che è proposto.",
    tooLong: "Scrivere al massimo {} caratteri.",
    tooManyRows: "Compilare al massimo {} righe.",
    notText: "Scrivere testo semplice.",
    noPicture: "Scegliere un’immagine: PNG, JPEG, GIF o WebP.",
    noFile: "Scegliere un’immagine, un PDF o un file Word, Excel o PowerPoint senza macro.",
    tooLarge: "Scegliere un file di al massimo {} MB.",
    again: "Scegliere di nuovo il file.",
    sign: "Firmare qui",
    signName: "oppure scrivere il nome",
    signPicture: "oppure scegliere un’immagine della firma",
    clear: "Cancella",
    mergeTitle: "Questo indirizzo riceve dati",
    merge: "I programmi inviano qui dati, con cui si fa un documento. Aperto in un browser non fa nulla.",
    fillHere: "Compilare qui",
  },
  nl: {
    send: "Verzenden",
    required: "verplicht",
    choose: "Kies",
    addRow: "Rij toevoegen",
    removeRow: "Rij {} verwijderen",
    row: "Rij {}",
    thanks: "Dank u. Uw antwoorden zijn aangekomen.",
    download: "Bestand downloaden",
    problems: "Kijk hier nog eens naar",
    closedTitle: "Deze pagina is gesloten",
    closed: "Er kunnen geen antwoorden meer worden verzonden.",
    goneTitle: "Deze pagina bestaat niet",
    gone: "De link is niet volledig of wordt niet meer gebruikt. Vraag een nieuwe aan wie hem u stuurde.",
    failedTitle: "Uw antwoorden zijn niet verzonden",
    failed:
      "Er ging hier iets mis en er is niets bewaard. Probeer het later nog eens, of meld het aan wie u de link stuurde.",
    busy: "Er komen nu te veel antwoorden binnen. Probeer het over een minuut nog eens.",
    missing: "Vul dit in.",
    noNumber: "Schrijf een getal zoals {}.",
    noAmount: "Schrijf een bedrag zoals {}.",
    noEmail: "Schrijf een e-mailadres zoals ada@example.com.",
    mailed: "Het bestand wordt naar {} gestuurd.",
    notMailed:
      "Deze dienst verstuurt geen e-mail, dus het bestand is niet naar u gestuurd. Vraag erom bij wie u de link stuurde.",
    mailText: "Hier is het bestand met wat u hebt ingevuld.",
    mailBusy: "Er zijn net te veel bestanden gemaild en er is niets verzonden. Probeer het over een uur nog eens.",
    noPerson:
      "Er was niet te zien dat een mens dit verzendt, of het duurde te lang. Wacht op de controle boven de knop en verzend nog eens.",
    notChecked:
      "Er kon nu niet worden gecontroleerd of een mens dit verzendt, en er is niets verzonden. Probeer het over een paar minuten nog eens.",
    needsScripts:
      "Deze pagina controleert of een mens haar verzendt, en daarvoor is JavaScript nodig. Zet het aan in uw browser en laad de pagina opnieuw.",
    noDate: "Schrijf een datum zoals 2026-11-28.",
    noChoice: "Kies een van de mogelijkheden.",
    tooLong: "Schrijf hoogstens {} tekens.",
    tooManyRows: "Vul hoogstens {} rijen in.",
    notText: "Schrijf gewone tekst.",
    noPicture: "Kies een afbeelding: PNG, JPEG, GIF of WebP.",
    noFile: "Kies een afbeelding, een pdf of een Word-, Excel- of PowerPoint-bestand zonder macro’s.",
    tooLarge: "Kies een bestand van hoogstens {} MB.",
    again: "Kies het bestand opnieuw.",
    sign: "Teken hier",
    signName: "of schrijf uw naam",
    signPicture: "of kies een afbeelding van uw handtekening",
    clear: "Wissen",
    mergeTitle: "Dit adres ontvangt gegevens",
    merge:
      "Programma’s sturen hier gegevens heen, waarvan een document wordt gemaakt. In een browser geopend doet het niets.",
    fillHere: "Hier invullen",
  },
};

export type Word = keyof Words;

/** Puts the page's own words, and those of its author, into one language. */
export interface Speech {
  language: FillInLanguage;
  say(word: Word, value?: string | number): string;
  /** A text of the author's: in this language, else in the first that it has. */
  text(text: FillInText | undefined): string;
}

export function speechOf(language: FillInLanguage): Speech {
  return {
    language,
    say: (word, value = "") => WORDS[language][word].replace("{}", () => String(value)),
    text(text = "") {
      if (typeof text === "string") return text;
      return text[language] ?? Object.values(text)[0] ?? "";
    },
  };
}

/**
 * The language of a page: one that was asked for, else the first that the browser names.
 * @param header `Accept-Language` (RFC 9110, 12.5.4)
 */
export function chooseLanguage(
  offered: readonly FillInLanguage[] = FILL_IN_LANGUAGES,
  asked: string | undefined,
  header: string | null,
): FillInLanguage {
  const wanted = (header ?? "")
    .split(",")
    .map((range) => {
      const [tag = "", ...parameters] = range.trim().toLowerCase().split(";");
      const weight = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
  for (const tag of [asked?.toLowerCase() ?? "", ...wanted]) {
    const found = offered.find((language) => tag.split("-")[0] === language);
    if (found) return found;
  }
  return offered[0] ?? "en";
}
