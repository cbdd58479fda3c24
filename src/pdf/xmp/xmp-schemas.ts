/**
 * The schemas that ISO 19005-2, 6.6.2.3.1, allows without a description: those of the XMP Specification of September
 * 2005 and the identification schema. Types are written as in that specification, in lower case.
 */

const DYNAMIC_MEDIA = "http://ns.adobe.com/xmp/1.0/DynamicMedia/";
const EXIF = "http://ns.adobe.com/exif/1.0/";

/** By namespace: lines of a type and the properties of that type. */
const PROPERTIES: Readonly<Record<string, string>> = {
  "http://www.aiim.org/pdfa/ns/id/": `
    integer: part
    text: amd conformance corr`,
  "http://purl.org/dc/elements/1.1/": `
    bag propername: contributor publisher
    seq propername: creator
    seq date: date
    lang alt: description rights title
    bag locale: language
    bag text: relation subject type
    mimetype: format
    text: coverage identifier source`,
  "http://ns.adobe.com/xap/1.0/": `
    bag text: Advisory Identifier
    url: BaseURL
    date: CreateDate MetadataDate ModifyDate
    agentname: CreatorTool
    text: Nickname Label
    real: Rating
    alt thumbnail: Thumbnails`,
  "http://ns.adobe.com/xap/1.0/rights/": `
    url: Certificate WebStatement
    boolean: Marked
    bag propername: Owner
    lang alt: UsageTerms`,
  "http://ns.adobe.com/xap/1.0/mm/": `
    resourceref: DerivedFrom ManagedFrom RenditionOf
    uri: DocumentID InstanceID ManageTo ManageUI
    seq resourceevent: History
    agentname: Manager
    text: ManagerVariant RenditionParams VersionID
    renditionclass: RenditionClass
    seq version: Versions
    url: LastURL
    integer: SaveID`,
  "http://ns.adobe.com/xap/1.0/bj/": `
    bag job: JobRef`,
  "http://ns.adobe.com/xap/1.0/t/pg/": `
    dimensions: MaxPageSize
    integer: NPages
    bag font: Fonts
    seq colorant: Colorants
    seq text: PlateNames`,
  [DYNAMIC_MEDIA]: `
    projectlink: projectRef
    text: videoFrameRate videoPixelDepth videoColorSpace videoAlphaMode videoCompressor videoFieldOrder pullDown
      audioSampleType audioChannelType audioCompressor speakerPlacement tapeName altTapeName scene shotName shotLocation
      logComment artist album genre copyright composer engineer instrument key stretchMode timeSignature scaleType
    dimensions: videoFrameSize
    rational: videoPixelAspectRatio fileDataRate
    boolean: videoAlphaUnityIsTransparent loop
    colorant: videoAlphaPremultipleColor
    integer: audioSampleRate trackNumber
    timecode: startTimecode altTimecode
    time: duration introTime outCue relativeTimestamp
    date: shotDate videoModDate audioModDate metadataModDate releaseDate
    seq marker: markers
    bag media: contributedMedia
    uri: absPeakAudioFilePath relativePeakAudioFilePath
    real: tempo numberOfBeats
    timescalestretch: timeScaleParams
    resamplestretch: resampleParams
    beatsplicestretch: beatSpliceParams`,
  "http://ns.adobe.com/pdf/1.3/": `
    text: Keywords PDFVersion
    agentname: Producer`,
  "http://ns.adobe.com/photoshop/1.0/": `
    text: AuthorsPosition Category City Country Credit Headline Instructions Source State TransmissionReference
    propername: CaptionWriter
    date: DateCreated
    bag text: SupplementalCategories
    integer: Urgency`,
  "http://ns.adobe.com/camera-raw-settings/1.0/": `
    boolean: AutoBrightness AutoContrast AutoExposure AutoShadows HasCrop HasSettings
    integer: BlueHue BlueSaturation Brightness ChromaticAberrationB ChromaticAberrationR ColorNoiseReduction Contrast
      CropUnits GreenHue GreenSaturation LuminanceSmoothing RedHue RedSaturation Saturation Shadows ShadowTint Sharpness
      Temperature Tint VignetteAmount VignetteMidpoint
    real: CropTop CropLeft CropBottom CropRight CropAngle CropWidth CropHeight Exposure
    text: CameraProfile RawFileName ToneCurveName Version WhiteBalance
    seq point: ToneCurve`,
  "http://ns.adobe.com/tiff/1.0/": `
    integer: ImageWidth ImageLength Compression PhotometricInterpretation Orientation SamplesPerPixel
      PlanarConfiguration YCbCrPositioning ResolutionUnit
    seq integer: BitsPerSample YCbCrSubSampling TransferFunction
    rational: XResolution YResolution
    seq rational: WhitePoint PrimaryChromaticities YCbCrCoefficients ReferenceBlackWhite
    date: DateTime
    lang alt: ImageDescription Copyright
    propername: Make Model Artist
    agentname: Software`,
  [EXIF]: `
    text: ExifVersion FlashpixVersion RelatedSoundFile SpectralSensitivity ImageUniqueID GPSVersionID GPSSatellites
      GPSStatus GPSMeasureMode GPSSpeedRef GPSTrackRef GPSImgDirectionRef GPSMapDatum GPSDestBearingRef
      GPSDestDistanceRef GPSProcessingMethod GPSAreaInformation
    integer: ColorSpace PixelXDimension PixelYDimension ExposureProgram MeteringMode LightSource
      FocalPlaneResolutionUnit SensingMethod FileSource SceneType CustomRendered ExposureMode WhiteBalance
      FocalLengthIn35mmFilm SceneCaptureType GainControl Contrast Saturation Sharpness SubjectDistanceRange
      GPSAltitudeRef GPSDifferential
    seq integer: ComponentsConfiguration ISOSpeedRatings SubjectArea SubjectLocation
    rational: CompressedBitsPerPixel ExposureTime FNumber ShutterSpeedValue ApertureValue BrightnessValue
      ExposureBiasValue MaxApertureValue SubjectDistance FocalLength FlashEnergy FocalPlaneXResolution
      FocalPlaneYResolution ExposureIndex DigitalZoomRatio GPSAltitude GPSDOP GPSSpeed GPSTrack GPSImgDirection
      GPSDestBearing GPSDestDistance
    lang alt: UserComment
    date: DateTimeOriginal DateTimeDigitized GPSTimeStamp
    oecf/sfr: OECF SpatialFrequencyResponse
    flash: Flash
    cfapattern: CFAPattern
    devicesettings: DeviceSettingDescription
    gpscoordinate: GPSLatitude GPSLongitude GPSDestLatitude GPSDestLongitude`,
  "http://ns.adobe.com/exif/1.0/aux/": `
    text: Lens SerialNumber`,
};

/** Structures: the namespace of their fields, and the fields. */
const STRUCTURES: Readonly<Record<string, readonly [namespace: string, fields: string]>> = {
  colorant: [
    "http://ns.adobe.com/xap/1.0/g/",
    "text: swatchName mode type\n real: cyan magenta yellow black L\n integer: red green blue A B",
  ],
  dimensions: ["http://ns.adobe.com/xap/1.0/sType/Dimensions#", "real: w h\n text: unit"],
  font: [
    "http://ns.adobe.com/xap/1.0/sType/Font#",
    "text: fontName fontFamily fontFace fontType versionString fontFileName\n boolean: composite\n seq text: childFontFiles",
  ],
  thumbnail: ["http://ns.adobe.com/xap/1.0/g/img/", "integer: height width\n text: image format"],
  resourceevent: [
    "http://ns.adobe.com/xap/1.0/sType/ResourceEvent#",
    "text: action parameters\n uri: instanceID\n agentname: softwareAgent\n date: when",
  ],
  resourceref: [
    "http://ns.adobe.com/xap/1.0/sType/ResourceRef#",
    "uri: instanceID documentID manageTo manageUI\n text: versionID renditionParams managerVariant\n " +
      "renditionclass: renditionClass\n agentname: manager",
  ],
  version: [
    "http://ns.adobe.com/xap/1.0/sType/Version#",
    "text: comments version\n resourceevent: event\n date: modifyDate\n propername: modifier",
  ],
  job: ["http://ns.adobe.com/xap/1.0/sType/Job#", "text: name id\n url: url"],
  beatsplicestretch: [DYNAMIC_MEDIA, "boolean: useFileBeatsMarker\n real: riseInDecibel\n time: riseInTimeDuration"],
  marker: [DYNAMIC_MEDIA, "time: startTime duration\n text: comment name target type\n uri: location"],
  media: [DYNAMIC_MEDIA, "uri: path webStatement\n text: track\n time: startTime duration\n boolean: managed"],
  projectlink: [DYNAMIC_MEDIA, "uri: path\n text: type"],
  resamplestretch: [DYNAMIC_MEDIA, "text: quality"],
  time: [DYNAMIC_MEDIA, "integer: value\n rational: scale"],
  timecode: [DYNAMIC_MEDIA, "text: timeValue timeFormat"],
  timescalestretch: [DYNAMIC_MEDIA, "text: quality\n real: frameSize frameOverlappingPercentage"],
  flash: [EXIF, "boolean: Fired Function RedEyeMode\n text: Return Mode"],
  "oecf/sfr": [EXIF, "integer: Columns Rows\n seq text: Names\n seq rational: Values"],
  cfapattern: [EXIF, "integer: Columns Rows\n seq integer: Values"],
  devicesettings: [EXIF, "integer: Columns Rows\n seq text: Settings"],
};

/** A type that has fields: their types by name. */
export interface StructureType {
  readonly namespace: string;
  readonly fields: ReadonlyMap<string, string>;
}

function readLines(lines: string): Map<string, string> {
  const types = new Map<string, string>();
  let type = "";
  for (const word of lines.replace(/^\s*([^:\n]+):/gm, " [$1] ").matchAll(/\[([^\]]+)\]|(\S+)/g)) {
    if (word[1] !== undefined) type = word[1].trim();
    else types.set(word[2] ?? "", type);
  }
  return types;
}

/** The types of the predefined properties, by namespace and name. */
export const PREDEFINED_PROPERTIES: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries(PROPERTIES).map(([namespace, lines]) => [namespace, readLines(lines)]),
);

/** The predefined structures by name. */
export const PREDEFINED_STRUCTURES: ReadonlyMap<string, StructureType> = new Map(
  Object.entries(STRUCTURES).map(([type, [namespace, lines]]) => [type, { namespace, fields: readLines(lines) }]),
);
