import type { Chapters } from "./index.ts";

export const nl: Chapters = {
  base: [
    { title: "Waar het om gaat", text: [
      "Je bent juwelier. Verzamel fiches, koop er kaarten mee, en laat de bonussen van je kaarten betere betalen. Wie aan het einde het meeste prestige heeft, wint.",
    ] },
    { title: "Op tafel", text: [
      "Drie stapels liggen in rijen, niveau 1 onder en niveau 3 boven; van elk liggen vier kaarten open: de markt. De bank heeft zeven fiches van elke steen met vier spelers, vijf met drie, vier met twee, en altijd vijf goud.",
      "Er is één edele meer dan er spelers zijn.",
    ] },
    { title: "Je beurt", text: [
      "Doe precies één van vier dingen: neem drie fiches van verschillende kleuren; neem er twee van één kleur, als de bank er minstens vier van heeft; reserveer een kaart; of koop er een.",
      "Zijn er minder dan drie kleuren over, dan neem je er van elk één. Goud kun je zo niet nemen.",
    ] },
    { title: "Reserveren", text: [
      "Neem een kaart van de markt, of ongezien de bovenste van een stapel, in je hand, en één goud als de bank het heeft. Je hand heeft drie plaatsen en je kunt niets wegleggen: een gereserveerde kaart kun je alleen later kopen.",
    ] },
    { title: "Kopen en betalen", text: [
      "Koop een kaart van de markt of uit je hand. Elke bonus haalt één fiche van zijn kleur van de prijs af. Goud betaalt elke kleur, waar jij wilt; je betaalt nooit meer dan de prijs.",
      "De kaart geeft je voortaan haar bonus en prestige. Een kaart die de markt verlaat wordt meteen vervangen.",
    ] },
    { title: "Tien fiches", text: ["Aan het einde van je beurt mag je tien fiches hebben, goud inbegrepen. Geef terug wat te veel is; jij kiest welke."] },
    { title: "Edelen", text: [
      "Bereiken je bonussen alles wat een edele vraagt, dan bezoekt hij je aan het einde van je beurt en levert 3 prestige op. Fiches tellen niet. Er komt één edele per beurt; zijn het er meer, dan kies jij.",
    ] },
    { title: "Het einde", text: [
      "Heeft iemand 15 prestige, dan wordt de ronde uitgespeeld, zodat iedereen even vaak aan de beurt was. Het meeste prestige wint; bij gelijke stand de minste gekochte kaarten; anders wordt de overwinning gedeeld.",
      "Wie iets kan doen mag niet passen. Als 25 rondes lang niemand koopt of reserveert, eindigt het spel ook.",
    ] },
  ],
  cities: [
    { title: "Wat er verandert", text: ["Er zijn geen edelen. Er liggen drie steden, en 15 prestige beëindigt het spel niet: een stad wel."] },
    { title: "Een stad bereiken", text: [
      "Een stad vraagt prestige en kaarten van bepaalde kleuren. Sommige vragen ook een aantal kaarten van één andere kleur: welke dan ook, maar niet een die al genoemd is.",
      "De tegel zelf levert geen prestige op.",
    ] },
    { title: "Het einde", text: [
      "Bereikt iemand een stad, dan wordt de ronde uitgespeeld. Heeft maar één speler een stad, dan wint die, hoeveel prestige de anderen ook hebben. Bij meer beslist het meeste prestige, dan de minste kaarten.",
    ] },
    { title: "2017 en 2025", text: ["In 2017 neem je de tegel en kan niemand anders hem krijgen; voldoe je aan meer, dan kies je er een. In 2025 blijft de tegel liggen en kunnen meer spelers dezelfde stad bereiken."] },
  ],
  posts: [
    { title: "Blijvende krachten", text: [
      "Vijf handelsposten vragen elk bepaalde bonussen. Voldoe je aan het einde van je beurt aan een voorwaarde, dan is de kracht de rest van het spel van jou. Iedereen kan elke post krijgen; hij werkt vanaf je volgende beurt.",
      "In 2017 krijg je alle posten waaraan je voldoet, in 2025 één per beurt, naar keuze.",
    ] },
    { title: "De krachten", text: [
      "Een fiche na een aankoop (3 robijn, 1 diamant): neem na elke aankoop één edelsteenfiche.",
      "Derde fiche (2 diamant): neem je er twee gelijke, neem er dan nog een van een andere kleur.",
      "Goud telt dubbel (3 saffier, 1 onyx): elk goud betaalt twee fiches van één kleur. Voor de limiet blijft het één.",
      "Eén prestige per post (2017: 3 onyx; 2025: 5 smaragd): voor elk van je posten, deze ook.",
      "2017: vijf prestige (5 smaragd en een edele). 2025: twee trekken (3 onyx): reserveer je van een stapel, bekijk dan twee kaarten, houd er een en leg de andere onder de stapel.",
    ] },
  ],
  orient: [
    { title: "Meer kaarten", text: ["Elk niveau heeft een tweede stapel met nog twee open kaarten. Je reserveert en koopt ze als alle andere; ze doen iets als ze bij je kaarten komen. Effecten worden uitgevoerd voordat de markt wordt aangevuld, en zijn verplicht als dat kan."] },
    { title: "Niveau 1", text: [
      "Virtueel goud telt als twee goud in één aankoop; dan verlaat het het spel. Het heeft geen bonus.",
      "Een kopie neemt een kleur aan waarvan je al een bonus hebt, en houdt die. Zonder bonus kun je die kaart niet kopen.",
    ] },
    { title: "Niveau 2", text: [
      "Een dubbele bonus haalt twee van een prijs af. In 2017 telt hij ook dubbel voor edelen, posten, steden en offers, in 2025 als één kaart.",
      "Kopie met gratis kaart: ze kopieert een kleur, dan neem je een kaart van niveau 1 van de markt zonder te betalen.",
      "Een edele reserveren (alleen 2017): neem een edele van tafel; voortaan kan hij alleen jou bezoeken.",
    ] },
    { title: "Niveau 3", text: [
      "Gratis kaart: neem een kaart van niveau 2 van de markt zonder te betalen. Haar eigen effect telt ook. Het is geen aankoop.",
      "Offer: ze kost geen fiches maar twee kaarten van de getoonde kleur (2017: twee bonussen). Die verlaten het spel met hun prestige. Kopieën van die kleur gaan eerst.",
    ] },
  ],
  strongholds: [
    { title: "Ieder drie vestingen", text: ["Na elke aankoop moet je één van twee dingen doen: zet een van je vestingen op een kaart van de markt of verplaats er een, als er niemand anders staat; of verwijder er een van een ander en geef die terug."] },
    { title: "Bewaakte kaarten", text: [
      "Een kaart met jouw vesting kun alleen jij kopen of reserveren. Dan komen je vestingen naar je terug. Reserveren geeft geen vestingactie.",
      "In 2025 kun je een vesting alleen verwijderen waar ze alleen staat.",
    ] },
    { title: "Verovering", text: [
      "Staan al je drie vestingen aan het einde van je actie op één kaart, dan mag je die extra kopen, eens per beurt. Je betaalt gewoon; fiches boven de tien mogen helpen, want de limiet komt pas daarna.",
      "In 2025 worden de leeggekochte plaatsen na de verovering aangevuld, in 2017 ervoor.",
    ] },
  ],
};
